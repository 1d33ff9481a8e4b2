/** 1 → "1 person", 1200 → "1,200 people". */
export const people = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`

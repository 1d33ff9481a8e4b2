/**
 * Look-alikes, each group after the character that stands for it. A small part of Unicode's confusables.txt (UTS 39), in
 * our own selection: lower-case Cyrillic, Greek, Armenian and Latin letters and digits that look like a Latin letter or
 * digit in common fonts. It does not cover other scripts, upper-case letters whose lower case differs in shape, or
 * ideographs.
 */
const GROUPS: Record<string, string> = {
  a: 'аɑα',
  b: 'Ььв',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еєҽε',
  f: 'ғƒ',
  g: 'ɡցɢ',
  h: 'һհн',
  j: 'јյ',
  k: 'кκķ',
  l: '1iıɩιіӏ|ǀլ',
  n: 'ոպпղ',
  o: '0оοσօѳөø',
  p: 'рρϱ',
  q: 'ԛզ',
  r: 'гɾя',
  s: 'ѕ',
  t: 'тτ',
  u: 'υսʋц',
  v: 'νѵ',
  w: 'ѡԝωա',
  x: 'хχ',
  y: 'уүγỿ',
  z: 'ʐ',
  3: 'зэʒ',
  6: 'б',
}
const STANDS_FOR = new Map(
  Object.entries(GROUPS).flatMap(([plain, group]) => [...group].map((one) => [one, plain])),
)

/**
 * Names that look alike have the same skeleton: `pаypal` with a Cyrillic а, `paypa1`, `PayPal`. Accents and case do not
 * count, and the signs `.`, `_` and `-` are one. `m` is written as `rn` and `w` as `vv`.
 */
export const skeletonOf = (name: string): string =>
  Array.from(
    name.normalize('NFKC').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''),
    (one) => STANDS_FOR.get(one) ?? one,
  )
    .join('')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')
    .replace(/[._-]+/g, '-')

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "21 Feb 2027", in UTC like the receipts. */
export const formatDay = (iso: string): string => day.format(new Date(iso))

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "21 February 2027", in UTC. */
export const formatDay = (iso: string): string => day.format(new Date(iso))

const topics = new Map([
  ['emailNotifications', 'email notifications, such as new versions of your scripts'],
  ['promotionalEmails', 'promotional emails'],
  ['newAirdrops', 'emails about new scripts'],
  ['newsletter', 'our newsletter'],
  ['reminder', 'reminders of unfinished orders, and emails about what you bought without an account'],
  ['purchase', 'emails about new versions of what you bought'],
])

/** The label of the mails that a link unsubscribes from, shown before its use. The server reads the token itself. */
export const topicOf = (token: string | null): string =>
  topics.get(token?.split('.', 1)[0] ?? '') ?? 'these emails'

/** Whether the token belongs to an account, whose profile has the preferences. */
export const isOfAccount = (token: string | null): boolean =>
  !/^(newsletter|purchase|reminder)\./.test(token ?? '')

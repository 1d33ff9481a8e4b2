const topics = new Map([
  ['emailNotifications', 'email notifications, such as new versions of your scripts'],
  ['promotionalEmails', 'promotional emails'],
  ['newAirdrops', 'news about new airdrops and scripts'],
  ['newsletter', 'our newsletter'],
  ['purchase', 'mails about new versions of what you bought'],
])

/** What an unsubscribe link is about, to say so before it is used; the server reads the token itself. */
export const topicOf = (token: string | null): string =>
  topics.get(token?.split('.', 1)[0] ?? '') ?? 'these emails'

/** An account has a profile, where its switches are. */
export const isOfAccount = (token: string | null): boolean => !/^(newsletter|purchase)\./.test(token ?? '')

import { expect } from 'vitest'
import { sandbox } from './sandbox.ts'
import { consume, withPausedQueue } from './shop.ts'

/** Bindings whose mails wait until the test reads them. */
export function aMailbox() {
  const { bindings, sent } = withPausedQueue()
  const read = async (to: string) => {
    await consume(sent.splice(0), {}, bindings)
    return sandbox.mails(to)
  }
  return {
    bindings,
    /** Newest first. */
    subjects: async (to: string) => (await read(to)).map(({ subject }) => subject),
    /** The token of the newest mail of this subject. */
    token: async (to: string, subject: string): Promise<string> => {
      const mail = (await read(to)).find((one) => one.subject === subject)
      const [, token] = /#token=([\w-]{43})"/.exec(mail?.html ?? '') ?? []
      expect(token, `no link in a mail "${subject}" to ${to}`).toBeDefined()
      return token ?? ''
    },
    mail: async (to: string, subject: string) => (await read(to)).find((one) => one.subject === subject),
  }
}

/** The mark of a mailed download link. */
export const FILE_LINK = '/download#token='

/** The path that a mailed download link had before it named a page. It opens the file too, without the page's calls. */
export function filePathOf(link: string): string {
  const token = link.split(FILE_LINK)[1] ?? ''
  return `/api/download/file/${token.split('.')[1]}?token=${token}`
}

export const WELCOME = 'Welcome. Please confirm your email address'
export const CONFIRM = 'Confirm your email address'
export const IN_USE = 'Your email address already has an account'
export const RESET = 'Reset your password'
export const CHANGED = 'Your password was changed'
export const MOVING = 'Your email address is about to change'

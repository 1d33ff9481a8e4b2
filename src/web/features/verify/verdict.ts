import { formatDay } from '#shared/core/format-day.ts'
import type { CheckedFile } from './check-file.ts'

export type Verdict = { tone: 'success' | 'warning' | 'danger'; title: string; text: string }

/** The result of a check in words: what the file is, and what to do. */
export function verdictOf({ report }: CheckedFile): Verdict {
  switch (report.verdict) {
    case 'current':
      if (report.release.entry.channel === 'beta') {
        return {
          tone: 'success',
          title: 'Genuine, and the newest beta version',
          text: 'A publisher of this shop signed this file, and it is in the public log. It is a beta version: we offer it only to owners who chose beta versions.',
        }
      }
      return {
        tone: 'success',
        title: 'Genuine and current',
        text: 'A publisher of this shop signed this file, it is in the public log, and it is the newest version.',
      }
    case 'older':
      return {
        tone: 'warning',
        title: 'Genuine, but not the newest version',
        text: `A publisher of this shop signed this file, and it is in the public log. Version ${report.newer} is newer. Your dashboard has it if your updates include it.`,
      }
    case 'withdrawn': {
      const { withdrawn } = report.release
      const day = withdrawn ? formatDay(withdrawn.at) : ''
      const reason = withdrawn?.reason ? ` The reason: ${withdrawn.reason}` : ''
      return {
        tone: 'warning',
        title: 'Genuine, but withdrawn',
        text: `A publisher of this shop signed this file, but the shop withdrew it on ${day} and no longer offers it.${reason} Before you run it again, look for a current version in your dashboard, or ask us.`,
      }
    }
    case 'recalled': {
      const { at, reason, advice } = report.recall
      return {
        tone: 'danger',
        title: 'Recalled: do not run this file',
        text: `The shop recalled this file on ${formatDay(at)}. The reason: ${reason} What to do: ${advice}`,
      }
    }
    case 'unknown':
      return {
        tone: 'danger',
        title: 'Not in the public log',
        text: 'No release in the public log has this SHA-256. Do not run the file yet: compare its SHA-256 with the one on the product’s page. If they differ, the file was changed or is not ours. If they are the same, it may be older than the log: write to us.',
      }
    case 'refused':
      return {
        tone: 'danger',
        title: 'The public log breaks its rules',
        text: `${report.reason}. Do not run this file, and tell us.`,
      }
  }
}

import { formatDay } from '#shared/core/format-day.ts'
import type { CheckedFile } from './check-file.ts'

export type Verdict = { tone: 'success' | 'warning' | 'danger'; title: string; text: string }

/** The result of a check in words: what the file is, and what to do. */
export function verdictOf({ report }: CheckedFile): Verdict {
  switch (report.verdict) {
    case 'current':
      return {
        tone: 'success',
        title: 'Genuine and current',
        text: 'A publisher of this shop signed this file, it is in the public log, and it is the newest version.',
      }
    case 'older':
      return {
        tone: 'warning',
        title: 'Genuine, but not the newest version',
        text: `A publisher of this shop signed this file, and it is in the public log. Version ${report.newer} is newer.`,
      }
    case 'withdrawn': {
      const { withdrawn } = report.release
      const day = withdrawn ? formatDay(withdrawn.at) : ''
      const reason = withdrawn?.reason ? ` The reason: ${withdrawn.reason}` : ''
      return {
        tone: 'warning',
        title: 'Genuine, but withdrawn',
        text: `A publisher of this shop signed this file, but the shop withdrew it on ${day} and no longer offers it.${reason}`,
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
        title: 'Not a release of this shop',
        text: 'No release in the public log has this SHA-256. The file was changed, or it is from somewhere else. Do not run it. If you downloaded it here, download it again and tell us.',
      }
    case 'refused':
      return {
        tone: 'danger',
        title: 'The public log breaks its rules',
        text: `${report.reason}. Do not run this file, and tell us.`,
      }
  }
}

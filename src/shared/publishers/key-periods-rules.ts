import { DAY } from '#shared/core/time.ts'
import type { LogEntry } from '#shared/log/contract.ts'
import { fingerprintOf, type PublicKey, readPublicKey } from '#shared/publishers/sshsig-rules.ts'

/** The log breaks its own rules: nothing in it can be trusted. The message names the entry. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused'
}

/** One enrolment of a publisher key: its signatures count from `from` up to, but not including, `until` (epoch ms). */
export type KeyPeriod = { name: string; key: PublicKey; from: number; until: number | null }

type KeyEntry = Exclude<LogEntry, { type: 'publish' | 'yank' | 'recall' }>

/** The publisher keys as far as the entries so far tell, by fingerprint. public/verify.py has the same rules. */
export class KeyPeriods {
  readonly #periods = new Map<string, KeyPeriod[]>()

  /**
   * Applies one change of a key. `isBootstrap`: the first keys of a shop on this computer, before its first release,
   * need not wait for 24 hours. A change that does not fit the keys so far is ignored. @throws LogRefused
   */
  async apply(index: number, entry: KeyEntry, isBootstrap: boolean): Promise<void> {
    const at = Date.parse(entry.at)
    const last = this.#periods.get(entry.fingerprint)?.at(-1)
    if (entry.type === 'key-add') return this.#add(index, entry, isBootstrap)
    if (!last) return
    if (entry.type === 'key-remove') {
      const end = Date.parse(entry.activeUntil)
      if (end < at + DAY && at >= last.from && !isBootstrap)
        throw new LogRefused(`Entry ${index}: a publisher key is removed in less than 24 hours`)
      // A second removal can only bring the end forward.
      last.until = last.until === null ? end : Math.min(end, last.until)
    } else if (entry.type === 'key-keep') {
      if (last.until !== null && last.until > at) last.until = null
    } else if (entry.change === 'add') {
      if (at <= last.from) last.from = at
    } else if (last.until !== null && at <= last.until) {
      last.until = at
    }
  }

  /** The period in which this key may sign at this instant. */
  active(fingerprint: string, at: number): KeyPeriod | undefined {
    return this.#periods
      .get(fingerprint)
      ?.find(({ from, until }) => from <= at && (until === null || at < until))
  }

  async #add(
    index: number,
    entry: Extract<KeyEntry, { type: 'key-add' }>,
    isBootstrap: boolean,
  ): Promise<void> {
    const key = readPublicKey(entry.key)
    if (!key || (await fingerprintOf(key)) !== entry.fingerprint)
      throw new LogRefused(`Entry ${index}: the fingerprint is not that of the key`)
    const from = Date.parse(entry.activeFrom)
    if (from < Date.parse(entry.at) + DAY && !isBootstrap)
      throw new LogRefused(`Entry ${index}: a publisher key becomes active in less than 24 hours`)
    const known = this.#periods.get(entry.fingerprint) ?? []
    // A key that is there already is not added a second time.
    if (known.length > 0 && known.at(-1)?.until === null) return
    this.#periods.set(entry.fingerprint, [...known, { name: entry.name, key, from, until: null }])
  }
}

import { sql } from 'drizzle-orm'
import { scriptReleases } from './schema/catalogue.ts'

/** When a stable release was first published as a beta version, by the public log; null: it never was one. */
export const betaSince = sql<number | null>`iif(${scriptReleases.isBeta}, null, (
  select cast(round(unixepoch(min(l.entry ->> '$.at'), 'subsec') * 1000) as integer) from log_entries l
  where l.sha256 = ${scriptReleases.sha256} and l.idx < ${scriptReleases.logIndex}
    and l.entry ->> '$.channel' = 'beta' and l.entry ->> '$.version' = ${scriptReleases.version}
    and l.entry ->> '$.product.id' = ${scriptReleases.scriptId}))`

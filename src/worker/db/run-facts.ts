import { type SQL, sql } from 'drizzle-orm'
import type { RunFacts } from '#shared/catalogue/contract.ts'
import type { Db } from './client.ts'
import { scriptReleases } from './schema/catalogue.ts'

/**
 * `RunFacts` of a release as JSON; null where its archive declares nothing. `release`: the name of the table
 * `script_releases` or its alias in the query.
 */
export function runFacts(release: string): SQL<string | null> {
  const of = (column: string) => sql.raw(`${release}.${column}`)
  return sql<string | null>`(select json_object(
      'language', s.scan ->> '$.manifest.language',
      'runtime', s.scan ->> '$.manifest.runtime',
      'entry', s.scan ->> '$.manifest.entry',
      'dependencies', json(s.scan -> '$.manifest.dependencies'),
      'folder', ${of('top_folder')},
      'hasExample', json(iif(exists (select 1 from json_each(${of('contents')})
        where json_each.value ->> '$.path' = 'config.example.json'), 'true', 'false')))
    from release_scans s where s.release_id = ${of('id')} and s.scan ->> '$.manifest.language' is not null)`
}

/** Reads the column of `runFacts`. */
export const readRunFacts = (json: string | null): RunFacts | null =>
  json === null ? null : (JSON.parse(json) as RunFacts)

/** The `runFacts` of these releases (an SQL condition). */
export const selectRunFacts = (db: Db, releases: SQL | undefined) =>
  db
    .select({ releaseId: scriptReleases.id, run: runFacts('script_releases').as('run') })
    .from(scriptReleases)
    .where(releases)

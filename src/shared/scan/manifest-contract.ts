import { z } from 'zod'
import { KEY_USES, LANGUAGES, MANIFEST } from './terms.ts'

const named = (what: string, max = 200) =>
  z
    .string({ error: `${what} must be a text` })
    .trim()
    .min(1, `${what} must not be empty`)
    .max(max, `${what} has at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), `${what} has characters that cannot be shown`)
const list = (what: string) =>
  z.array(named(what), { error: `${what} must be a list of texts` }).max(100, `${what} has at most 100 items`)

/** What `windfall.json` declares. Lists are complete: what is not listed, the script does not do. */
export const manifestSchema = z.strictObject({
  format: z.literal(1, 'format must be 1'),
  /** `data`: the archive has no code. */
  language: z.enum(LANGUAGES, `language must be one of ${LANGUAGES.join(', ')}`),
  /** For people: 'Python 3.9 or newer'. */
  runtime: named('runtime', 100),
  /** The file that a buyer starts; null for `data`. */
  entry: named('entry').nullable(),
  /** Host names that it connects to; `*.example.org` covers every name below. */
  network: list('network'),
  chains: list('chains'),
  /** Names of environment variables. */
  environment: list('environment'),
  /** Files, relative to the script's folder; `*.csv` covers every such name. */
  reads: list('reads'),
  writes: list('writes'),
  /** Names of programs that it starts. */
  subprocesses: list('subprocesses'),
  keys: z.enum(KEY_USES, `keys must be one of ${KEY_USES.join(', ')}`),
  /** Functions by which it runs code that is not in its files: `eval`, `importlib.import_module`, `ctypes.CDLL`. */
  dynamicCode: list('dynamicCode').default([]),
  /** Names of packages that a buyer installs. */
  dependencies: list('dependencies'),
  /** Blockchain addresses of others in the code, such as contracts. */
  addresses: list('addresses').default([]),
  /** The publisher's explanation of an item for buyers, by the name of its list: `{ "network": "…" }`. */
  notes: z.record(z.string(), named('A note', 300)).default({}),
})
export type Manifest = z.infer<typeof manifestSchema>

export type ReadManifest = { manifest: Manifest; reason: null } | { manifest: null; reason: string }

/** Reads `windfall.json`. */
export function readManifest(text: string): ReadManifest {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return { manifest: null, reason: `${MANIFEST} is not valid JSON.` }
  }
  const read = manifestSchema.safeParse(parsed)
  if (read.success) return { manifest: read.data, reason: null }
  const [issue] = read.error.issues
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  return {
    manifest: null,
    reason: `${MANIFEST} is not complete. ${place}${issue?.message ?? 'It cannot be read.'}`,
  }
}

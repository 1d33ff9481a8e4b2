/** The file in an archive, directly or in its one top folder, that declares what its script does. */
export const MANIFEST = 'windfall.json'

/** Stands in a list for names that only the run decides: addresses in the settings, files from the command line. */
export const ANY = '*'

export const LANGUAGES = ['python', 'javascript', 'data'] as const
/** From the least to the most that a buyer must trust. */
export const KEY_USES = ['none', 'addresses', 'signs-locally', 'needs-key'] as const
export type KeyUse = (typeof KEY_USES)[number]

/** What a script can be allowed to do: each is a list of the manifest. */
export const LISTED_KINDS = [
  'network',
  'environment',
  'reads',
  'writes',
  'subprocesses',
  'dependencies',
  'addresses',
] as const
/** The same with `keys`, which is a level of `KEY_USES`. */
export const DECLARED_KINDS = [...LISTED_KINDS, 'keys'] as const
/** What the manifest's `dynamicCode` declares. A second admin must confirm it all the same, where it is new. */
export const DYNAMIC_KINDS = ['evaluates-code', 'loads-code', 'native-code', 'indirect-access'] as const
/** What no manifest can allow: only a second admin's confirmation, with a reason that is published. */
export const ALARM_KINDS = [
  'hidden-text',
  'sensitive-file',
  'suspicious-host',
  'runs-by-itself',
  'not-scanned',
  'wrong-manifest',
] as const
export const FINDING_KINDS = [...DECLARED_KINDS, ...DYNAMIC_KINDS, ...ALARM_KINDS] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
export const RISK_KINDS = [...DECLARED_KINDS, 'dynamic-code'] as const
export type RiskKind = (typeof RISK_KINDS)[number]

/** What a finding or a risk means, as a title. */
export const FINDING_TITLES: Record<FindingKind | RiskKind, string> = {
  network: 'Connects to',
  environment: 'Reads the environment variable',
  reads: 'Reads',
  writes: 'Writes',
  subprocesses: 'Starts the program',
  dependencies: 'Uses the package',
  addresses: 'Contains the address',
  keys: 'Handles keys',
  'dynamic-code': 'Runs code that is not in its files, with',
  'evaluates-code': 'Runs text as code',
  'loads-code': 'Loads code that is not named in it',
  'native-code': 'Runs native code',
  'indirect-access': 'Reaches a system function indirectly',
  'hidden-text': 'Contains text that a reader cannot see',
  'sensitive-file': 'Names a file that is none of its business',
  'suspicious-host': 'Names an address that hides its owner',
  'runs-by-itself': 'Is started by something else than its user',
  'not-scanned': 'Cannot be read by the scan',
  'wrong-manifest': 'windfall.json is wrong',
}

/** The largest `windfall.json`. */
export const MAX_MANIFEST_BYTES = 64 * 1024

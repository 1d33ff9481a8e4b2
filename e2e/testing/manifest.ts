/** `windfall.json` of a script in Python that does nothing but compute. */
export const MANIFEST = JSON.stringify({
  format: 1,
  language: 'python',
  runtime: 'Python 3.9 or newer',
  entry: 'main.py',
  network: [],
  chains: [],
  environment: [],
  reads: [],
  writes: [],
  subprocesses: [],
  keys: 'none',
  dependencies: [],
})

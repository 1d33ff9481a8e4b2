import {
  type Ability,
  connects,
  does,
  evaluates,
  indirect,
  loads,
  native,
  reads,
  starts,
  writes,
} from './ability-rules.ts'
import type { Language } from './expressions.ts'
import { JAVASCRIPT } from './javascript-abilities-rules.ts'
import { isStandard } from './modules-rules.ts'
import { PYTHON } from './python-abilities-rules.ts'

const RULES = { python: PYTHON, javascript: JAVASCRIPT }

/** The ability of a dotted name; null: harmless; undefined: no rule knows it. */
export function abilityOf(language: Language, name: string): Ability | null | undefined {
  // The result of a call has no abilities, except connections and sessions.
  if (name.includes('()') && !RETURNS_POWER.test(name)) return null
  for (const [pattern, ability] of RULES[language]) if (pattern.test(name)) return ability
  return undefined
}

/** The last call in a dotted name is of a class, or of a function that opens something. */
const RETURNS_POWER =
  /(?:^|\.)(?:[A-Z]\w*|socket|session|build_opener|get_event_loop|new_event_loop|get_running_loop|create_default_context|globals|locals|vars)\(\)\.[^()]*$/

/** Modules that must not be passed on as values: then no reader knows what is called. */
export const POWERFUL = {
  python:
    /^(os|sys|subprocess|socket|builtins|__builtins__|shutil|importlib|ctypes|urllib\.request|http\.client|logging\.handlers|io|urllib|http|asyncio|multiprocessing(\.\w+)?|pathlib|types|inspect|gc|runpy|pickle|marshal|code|codeop|pkgutil|requests|httpx|aiohttp|urllib3|websockets?|httplib2|paramiko|smtplib|ftplib|xmlrpc\.client|webbrowser|importlib\.\w+)$/,
  javascript:
    /^(process|globalThis|global|window|self|require|module|fs|fs\/promises|child_process|http|https|http2|net|tls|dgram|dns|dns\/promises|vm|worker_threads|cluster|inspector|eval|Function|fetch|Reflect|Deno|Bun)$/,
}

/** Members with such names do the same on every object, so they count whatever the object is. */
export const TELLING: Record<Language, Record<string, Ability>> = {
  python: {
    read_text: does('reads'),
    read_bytes: does('reads'),
    iterdir: does('reads'),
    rglob: does('reads'),
    write_text: does('writes'),
    write_bytes: does('writes'),
    unlink: does('writes'),
    touch: does('writes'),
    mkdir: does('writes'),
    symlink_to: does('writes'),
    hardlink_to: does('writes'),
    rmdir: does('writes'),
    popen: starts,
    Popen: starts,
    check_output: starts,
    check_call: starts,
    startfile: starts,
    spawnv: starts,
    execv: starts,
    execve: starts,
    environ: does('environment'),
    getenv: does('environment'),
    urlopen: connects,
    urlretrieve: connects,
    create_connection: connects,
    create_datagram_endpoint: connects,
    create_unix_connection: connects,
    sock_connect: connects,
    subprocess_exec: starts,
    subprocess_shell: starts,
    extractall: does('writes'),
    _importer: loads,
    sendto: does('network', 1),
    gethostbyname: connects,
    getaddrinfo: connects,
    // Attributes that lead from any object to the interpreter.
    __subclasses__: indirect,
    __globals__: indirect,
    __builtins__: indirect,
    __code__: indirect,
    __closure__: indirect,
    f_globals: indirect,
    f_builtins: indirect,
    f_locals: indirect,
    tb_frame: indirect,
    gi_frame: indirect,
    cr_frame: indirect,
    __loader__: loads,
    __spec__: loads,
    __import__: loads,
    exec_module: loads,
    source_to_code: loads,
    load_module: loads,
    find_spec: loads,
    find_module: loads,
    resolve_name: loads,
    _os: indirect,
    _sys: indirect,
    os: indirect,
    subprocess: indirect,
    socket: indirect,
    builtins: indirect,
    importlib: indirect,
    ctypes: indirect,
    shutil: indirect,
    pythonapi: native,
    from_address: native,
    PyRun_SimpleString: native,
    CDLL: native,
    WinDLL: native,
  },
  javascript: {
    execSync: starts,
    spawnSync: starts,
    execFileSync: starts,
    execFile: starts,
    mainModule: loads,
    _load: loads,
    _compile: loads,
    _extensions: loads,
    getBuiltinModule: loads,
    dlopen: native,
    _linkedBinding: native,
    binding: native,
    runInThisContext: evaluates,
    runInNewContext: evaluates,
    runInContext: evaluates,
    sendBeacon: connects,
    readFileSync: reads,
    readFile: reads,
    writeFileSync: writes,
    writeFile: writes,
    appendFileSync: writes,
    appendFile: writes,
    unlinkSync: writes,
    createWriteStream: writes,
    __proto__: indirect,
    getThis: indirect,
    setEngine: native,
    __defineGetter__: indirect,
    __lookupGetter__: indirect,
  },
}

/** Functions and objects that are there without an import. */
export const BUILTINS = new Set(
  'eval exec compile __import__ open globals locals vars breakpoint __builtins__ __loader__ __spec__ Function fetch XMLHttpRequest WebSocket EventSource WebAssembly process require module globalThis global window self navigator Deno Bun Worker SharedWorker importScripts getattr Reflect import.meta import()'.split(
    ' ',
  ),
)

/** Names of modules and functions that the scan knows. Others only lead to members of others. */
export function isOfInterest(language: Language, name: string): boolean {
  if (name.length > 120) return false
  const [head = ''] = name.split(/[.[(]/)
  return (
    BUILTINS.has(head) ||
    isStandard(language, head) ||
    abilityOf(language, name) !== undefined ||
    abilityOf(language, `${name}.x`) !== undefined
  )
}

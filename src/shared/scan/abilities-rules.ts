import type { FindingKind } from '#shared/scan/contract.ts'
import type { Language } from './expressions.ts'
import { isStandard } from './modules-rules.ts'

/**
 * What a function or module of the language is able to do. `target`: the place of the argument that says what exactly;
 * `mode`: files are opened for what another argument says.
 */
export type Ability = { kind: FindingKind | 'open'; target?: number }
type Rule = readonly [RegExp, Ability | null]

const does = (kind: Ability['kind'], target?: number): Ability => ({
  kind,
  ...(target !== undefined && { target }),
})
const rule = (pattern: string, ability: Ability | null): Rule => [new RegExp(`^(?:${pattern})$`), ability]

const [reads, writes, starts, connects] = [
  does('reads', 0),
  does('writes', 0),
  does('subprocesses', 0),
  does('network', 0),
]
const [evaluates, loads, indirect, native] = [
  does('evaluates-code'),
  does('loads-code'),
  does('indirect-access'),
  does('native-code'),
]

const PYTHON: Rule[] = [
  rule('(builtins\\.)?(eval|exec|compile|execfile)', evaluates),
  rule('(builtins\\.)?(__import__|__loader__|__spec__.*)', loads),
  rule('(builtins\\.)?breakpoint', evaluates),
  rule('builtins|__builtins__(\\..*)?', indirect),
  rule('(globals|locals|vars)\\(\\)\\.(keys|values|items|copy|__name__|__file__|__doc__)', null),
  rule('(globals|locals|vars)\\(\\)\\..*', indirect),
  rule(
    '(builtins\\.)?open|io\\.(open|FileIO|open_code)|codecs\\.open|_io\\.open|(gzip|bz2|lzma)\\.(open|GzipFile|BZ2File|LZMAFile)',
    does('open', 0),
  ),
  rule('builtins\\.\\w+', null),
  rule('os\\.environb?(\\..*)?|os\\.(getenvb?|putenv|unsetenv)', does('environment', 0)),
  rule('os\\.(system|popen|startfile|exec\\w*|spawn\\w*|posix_spawnp?|fork|forkpty)', starts),
  rule('os\\.(listdir|scandir|walk|fwalk|readlink)', reads),
  rule('os\\.(open|fdopen|read|pread|readv)', does('reads')),
  rule('os\\.(write|pwrite|writev|sendfile|truncate|ftruncate|mkfifo|mknod|dup2)', does('writes')),
  rule(
    'os\\.(remove|unlink|rename|renames|replace|mkdir|makedirs|rmdir|removedirs|link|symlink|chmod|chown|utime)',
    writes,
  ),
  rule('os\\.(kill|killpg|setuid|setgid|chroot|ptrace\\w*)', starts),
  rule(
    'os\\.(path|sep|altsep|linesep|pathsep|curdir|pardir|extsep|devnull|name|getpid|getppid|getcwdb?|cpu_count|process_cpu_count|urandom|getrandom|uname|fspath|fsencode|fsdecode|PathLike|error|strerror|stat|lstat|fstat|stat_result|access|close|isatty|get_terminal_size|terminal_size|getlogin|umask|getuid|geteuid|getgid|getegid|umask|times|nice|chdir|DirEntry|supports_\\w+|[A-Z_]+|SEEK_\\w+|pipe|fsync|sched_\\w+|getpgid|getloadavg|confstr\\w*|sysconf\\w*|wait\\w*|_exit|abort|get_exec_path|register_at_fork|get_inheritable|set_inheritable|set_blocking|get_blocking)(\\..*)?',
    null,
  ),
  rule('os\\..*', indirect),
  rule(
    'sys\\.(modules|meta_path|path_hooks|path_importer_cache|settrace|setprofile|_getframe|_current_frames|addaudithook|breakpointhook|displayhook)(\\..*)?',
    indirect,
  ),
  rule('sys\\.path\\.(append|insert|extend)', loads),
  rule(
    'subprocess\\.(CalledProcessError|TimeoutExpired|SubprocessError|PIPE|DEVNULL|STDOUT|CompletedProcess|list2cmdline)(\\..*)?',
    null,
  ),
  rule(
    'subprocess\\..*|pty\\..*|commands\\..*|asyncio\\.create_subprocess_\\w+|multiprocessing\\.(set_executable|spawn.*)|pexpect\\..*|sh\\..*',
    starts,
  ),
  rule(
    'asyncio\\.(open_connection|start_server|create_connection|open_unix_connection|start_unix_server|get_event_loop\\(\\)\\.(create_connection|create_datagram_endpoint|sock_connect|getaddrinfo))',
    connects,
  ),
  rule(
    'socket\\.(timeout|error|gaierror|herror|inet_\\w+|hton\\w|ntoh\\w|gethostname|[A-Z][A-Z0-9_]+|AddressFamily|SocketKind|socket|socketpair|SocketType|has_ipv6|\\w*timeout)',
    null,
  ),
  rule('socket\\..*', connects),
  rule('ssl\\.(get_server_certificate)', connects),
  rule(
    'http\\.(client|server)\\.(HTTPException|[A-Z]\\w*Error|[A-Z]\\w*Exception|RemoteDisconnected|responses|HTTPMessage|HTTPResponse|IncompleteRead)(\\..*)?',
    null,
  ),
  rule(
    'urllib\\.request\\.(Request|build_opener|install_opener|HTTP\\w*Handler|pathname2url|url2pathname|quote|unquote|BaseHandler|OpenerDirector|parse_\\w+|getproxies)',
    null,
  ),
  rule(
    '(urllib\\.request|urllib2|http\\.client|http\\.server|ftplib|smtplib|imaplib|poplib|nntplib|telnetlib|xmlrpc|socketserver|asyncore|asynchat|webbrowser|cgi|wsgiref|antigravity)(\\..*)?',
    connects,
  ),
  rule(
    '(requests|httpx|aiohttp|urllib3|websockets|websocket|httplib2|pycurl|paramiko|dns|socketio|grpc|telegram|discord|tweepy|boto3|web3|solana|ccxt|aioredis|redis|pymongo|psycopg2?)(\\.exceptions)?\\.(\\w*(Error|Exception|Timeout|Warning)|codes|utils|adapters|exceptions|ClientTimeout|__version__)(\\..*)?',
    null,
  ),
  rule(
    'requests\\.(request|Session\\(\\)\\.request)|httpx\\.(request|stream|(Async)?Client\\(\\)\\.(request|stream))|aiohttp\\.(request|ClientSession\\(\\)\\.request)',
    does('network', 1),
  ),
  rule(
    '(requests|httpx|aiohttp|urllib3|websockets|websocket|httplib2)\\.(\\w+\\.)*(Session|session|Client|AsyncClient|ClientSession|PoolManager|Http|WebSocketApp|Retry|TCPConnector|BasicAuth|FormData|Limits)(\\(\\))?',
    null,
  ),
  rule(
    '(requests|httpx|aiohttp|urllib3|websockets|websocket|httplib2|pycurl|paramiko|dns|socketio|grpc|telegram|discord|tweepy|boto3)\\..*',
    connects,
  ),
  rule(
    'web3\\.(.*\\.)?(HTTPProvider|AsyncHTTPProvider|WebsocketProvider|WebSocketProvider|LegacyWebSocketProvider)',
    connects,
  ),
  rule(
    '(eth_account|solders|bip_utils|mnemonic|eth_keys|coincurve|ecdsa|bit|hdwallet|bitcoinlib)(\\..*)?',
    does('keys'),
  ),
  rule('shutil\\.(copy\\w*|move|make_archive|unpack_archive|rmtree|chown)', writes),
  rule(
    'shutil\\.(which|disk_usage|get_terminal_size|Error|SameFileError|ignore_patterns|get_archive_formats|get_unpack_formats|copyfileobj|register_\\w+)',
    null,
  ),
  rule('glob\\.\\w+|linecache\\.getlines?|fileinput\\..*|filecmp\\..*|dbm(\\..*)?', reads),
  rule('tempfile\\..*', null),
  rule(
    'zipfile\\.(ZipFile|PyZipFile|is_zipfile)|tarfile\\.(open|TarFile|is_tarfile)|sqlite3\\.(connect|dbapi2.*)',
    does('open', 0),
  ),
  rule('(zipfile|tarfile|sqlite3|gzip)(\\..*)?', null),
  rule('mmap(\\..*)?', does('reads')),
  rule(
    '(winreg|_winreg|netrc|keyring|browser_cookie3|mailbox|spwd|nis|secretstorage|win32crypt|pwd|grp)(\\..*)?',
    does('sensitive-file'),
  ),
  rule('logging\\.(FileHandler|basicConfig)', null),
  rule(
    'logging\\.handlers\\.(RotatingFileHandler|TimedRotatingFileHandler|WatchedFileHandler|BaseRotatingHandler)',
    writes,
  ),
  rule('logging\\.handlers\\.(QueueHandler|QueueListener|MemoryHandler|BufferingHandler|NullHandler)', null),
  rule('logging\\.handlers', null),
  rule('logging\\.handlers\\.\\w*Handler', connects),
  rule('logging\\.config(\\..*)?', loads),
  rule('multiprocessing\\.(managers|connection|shared_memory).*', connects),
  rule('ctypes(\\..*)?|cffi(\\..*)?|_ctypes(\\..*)?|faulthandler.*', native),
  rule('(pickle|_pickle|cPickle|dill|cloudpickle|marshal|shelve|joblib|copyreg|jsonpickle)(\\..*)?', loads),
  rule('yaml\\.(load|unsafe_load|full_load|load_all|UnsafeLoader|Loader)', loads),
  rule('importlib\\.metadata\\.(EntryPoint|entry_points)(\\..*)?', loads),
  rule(
    'importlib\\.(metadata|resources)(\\..*)?|importlib\\.util\\.(find_spec|cache_from_source|source_from_cache|MAGIC_NUMBER)|importlib\\.machinery\\.\\w*SUFFIXES|importlib\\.(util|machinery|abc)',
    null,
  ),
  rule(
    '(importlib|imp|pkgutil|runpy|zipimport|zipapp|code|codeop|site|ensurepip|venv|pip|setuptools|pkg_resources|doctest|timeit|trace|pdb|bdb|profile|cProfile|test|turtle|idlelib|modulefinder|_imp|_frozen_importlib.*|sitecustomize|usercustomize|compileall|py_compile)(\\..*)?',
    loads,
  ),
  rule(
    'typing\\.(get_type_hints|ForwardRef|_eval_type)|annotationlib(\\..*)?|typing_extensions\\.get_type_hints|inspect\\.(getsource\\w*|currentframe|stack|trace|getouterframes|getinnerframes|get_annotations|getmembers_static)|types\\.(CodeType|FunctionType|SimpleNamespace\\(\\)\\..*)|gc\\.get_\\w+',
    indirect,
  ),
  rule(
    'tkinter(\\..*)?|pyperclip(\\..*)?|clipboard(\\..*)?|win32clipboard(\\..*)?|pynput(\\..*)?|keyboard(\\..*)?|pyautogui(\\..*)?|mss(\\..*)?|ImageGrab(\\..*)?|PIL\\.ImageGrab(\\..*)?',
    does('sensitive-file'),
  ),
]

const FS = '(?:fs|fs/promises)(?:\\.promises)?'
const JAVASCRIPT: Rule[] = [
  rule('Function\\.prototype(\\.(call|bind|apply|toString))?', null),
  rule('(globalThis\\.)?(eval|Function)(\\..*)?', evaluates),
  rule('(Async|Generator|AsyncGenerator)Function', evaluates),
  rule('.*\\.constructor\\.constructor(\\..*)?', evaluates),
  rule('(globalThis\\.)?WebAssembly\\.(instantiate\\w*|compile\\w*|Module|Instance)', native),
  rule('process\\.env(\\..*)?|(Deno|Bun)\\.env(\\..*)?|import\\.meta\\.env(\\..*)?', does('environment', 0)),
  rule(
    'process\\.(binding|_linkedBinding|dlopen|mainModule|getBuiltinModule|report|loadEnvFile|setSourceMapsEnabled|_\\w+)(\\..*)?',
    loads,
  ),
  rule('process\\.kill', starts),
  rule('process(\\.[a-z]\\w*)(\\..*)?', null),
  rule(
    'require\\.(extensions|cache)(\\..*)?|module\\.(constructor|require|_load|_extensions|_compile|paths|children|parent)(\\..*)?',
    loads,
  ),
  rule(
    'require\\.(resolve|main)(\\..*)?|module\\.(exports|id|filename|createRequire|builtinModules|isBuiltin)(\\..*)?',
    null,
  ),
  rule(
    `${FS}\\.(readFile|readFileSync|createReadStream|readdir|readdirSync|opendir|opendirSync|readlink\\w*|watch\\w*|glob|globSync|openAsBlob|read|readSync|readv\\w*)`,
    reads,
  ),
  rule(`${FS}\\.(open|openSync)`, does('open', 0)),
  rule(
    `${FS}\\.(access\\w*|exists\\w*|stat\\w*|lstat\\w*|fstat\\w*|realpath\\w*|constants|close\\w*|Stats|Dirent|Dir|fsync\\w*|promises|ReadStream|WriteStream|F_OK|R_OK|W_OK|X_OK|default)(\\..*)?`,
    null,
  ),
  rule(`${FS}\\.(cp|cpSync|copyFile\\w*|rename\\w*|link\\w*|symlink\\w*)`, does('writes', 1)),
  rule(`${FS}\\..*`, writes),
  rule(
    'child_process(\\..*)?|(Deno|Bun)\\.(run|Command|spawn\\w*|\\$)(\\..*)?|execa(\\..*)?|cross-spawn(\\..*)?|shelljs(\\..*)?|zx(\\..*)?',
    starts,
  ),
  rule('cluster(\\..*)?', starts),
  rule(
    '(http|https|http2|net|tls|dgram)\\.(Agent|STATUS_CODES|METHODS|constants|globalAgent|isIP\\w*|maxHeaderSize|validateHeader\\w+|IncomingMessage|ServerResponse|Server|ClientRequest|rootCertificates|DEFAULT_\\w+)(\\..*)?',
    null,
  ),
  rule(
    '(http|https|http2|net|tls|dgram|dns|dns/promises|undici|axios|node-fetch|got|ws|superagent|request|needle|ky|cross-fetch|socket\\.io-client|nodemailer|telegraf|node-telegram-bot-api|discord\\.js|eventsource|isomorphic-fetch|ssh2|puppeteer|playwright)(\\..*)?',
    connects,
  ),
  rule(
    '(globalThis\\.)?(fetch|XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeerConnection|importScripts)(\\..*)?|navigator\\.sendBeacon',
    connects,
  ),
  rule(
    '(ethers|viem|web3|@solana/web3\\.js|@ethersproject/.*)\\.(.*\\.)?(JsonRpcProvider|WebSocketProvider|StaticJsonRpcProvider|getDefaultProvider|http|webSocket|createPublicClient|createWalletClient|Connection|HttpProvider)',
    connects,
  ),
  rule(
    '(bip39|tweetnacl|@scure/bip39|@scure/bip32|hdkey|ethereumjs-wallet)(\\..*)?|(ethers|viem|viem/accounts|@solana/web3\\.js)\\.(Wallet|HDNodeWallet|Keypair|privateKeyToAccount|mnemonicToAccount)(\\..*)?',
    does('keys'),
  ),
  rule(
    'vm(\\..*)?|module(\\..*)?|worker_threads(\\..*)?|inspector(/promises)?(\\..*)?|repl(\\..*)?|v8(\\..*)?|wasi(\\..*)?|sea(\\..*)?|trace_events(\\..*)?|vm2(\\..*)?|isolated-vm(\\..*)?|(globalThis\\.)?(Worker|SharedWorker|ShadowRealm)|(Deno|Bun)\\.(dlopen|FFI).*',
    loads,
  ),
  rule('sqlite(\\..*)?|better-sqlite3(\\..*)?|level(\\..*)?', does('open', 0)),
  rule('(Deno|Bun)(\\..*)?', indirect),
  rule(
    'clipboardy(\\..*)?|navigator\\.clipboard(\\..*)?|robotjs(\\..*)?|node-global-key-listener(\\..*)?',
    does('sensitive-file'),
  ),
]

const RULES = { python: PYTHON, javascript: JAVASCRIPT }

/** The ability of a dotted name; null: harmless; undefined: no rule knows it. */
export function abilityOf(language: Language, name: string): Ability | null | undefined {
  // What a function returns can do nothing by itself, but for connections and sessions.
  if (name.includes('()') && !RETURNS_POWER.test(name)) return null
  for (const [pattern, ability] of RULES[language]) if (pattern.test(name)) return ability
  return undefined
}

/** The last call in a dotted name is of a class, or of a function that opens something. */
const RETURNS_POWER =
  /(?:^|\.)(?:[A-Z]\w*|socket|session|build_opener|get_event_loop|create_default_context|globals|locals|vars)\(\)\.[^()]*$/

/** Modules that must not be passed on as values: then no reader knows what is called. */
export const POWERFUL = {
  python:
    /^(os|sys|subprocess|socket|builtins|__builtins__|shutil|importlib|ctypes|urllib\.request|http\.client|logging\.handlers|io)$/,
  javascript:
    /^(process|globalThis|global|window|self|require|module|fs|fs\/promises|child_process|http|https|net|eval|Function|fetch|Reflect|Deno|Bun)$/,
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

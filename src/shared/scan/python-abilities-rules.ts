import {
  connects,
  does,
  evaluates,
  indirect,
  loads,
  native,
  type Rule,
  reads,
  rule,
  starts,
  writes,
} from './ability-rules.ts'
import { PYTHON_FILES } from './python-files-rules.ts'

/** What the modules and functions of Python can do. The first pattern that matches counts. */
export const PYTHON: Rule[] = [
  ...PYTHON_FILES,
  rule('os\\.path\\.(os|sys|genericpath)(\\..*)?', indirect),
  rule('(\\w+\\.)+__(name|file|doc|version|author)__', null),
  rule('(builtins\\.)?(eval|exec|compile|execfile)', evaluates),
  rule('__spec__\\.(name|parent|origin)', null),
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
    'os\\.(path|sep|altsep|linesep|pathsep|curdir|pardir|extsep|defpath|devnull|name|getpid|getppid|getcwdb?|cpu_count|process_cpu_count|urandom|getrandom|uname|fspath|fsencode|fsdecode|PathLike|error|strerror|stat|lstat|fstat|stat_result|access|close|isatty|get_terminal_size|terminal_size|getlogin|umask|getuid|geteuid|getgid|getegid|umask|times|nice|chdir|DirEntry|supports_\\w+|[A-Z_]+|SEEK_\\w+|pipe|fsync|sched_\\w+|getpgid|getloadavg|confstr\\w*|sysconf\\w*|wait\\w*|_exit|abort|get_exec_path|register_at_fork|get_inheritable|set_inheritable|set_blocking|get_blocking)(\\..*)?',
    null,
  ),
  rule('os\\..*', indirect),
  // Frames do nothing but lead to names, and those are found where they are read: f_globals.
  rule('sys\\._getframe|sys\\.meta_path\\.(append|insert|remove)', null),
  rule(
    'sys\\.(modules|meta_path|path_hooks|path_importer_cache|settrace|setprofile|_current_frames|addaudithook|breakpointhook|displayhook)(\\..*)?',
    indirect,
  ),
  rule('sys\\.path\\.(append|insert|extend)|__path__(\\..*)?', loads),
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
  rule('tempfile\\..*', { kind: 'writes', named: 'dir' }),
  rule(
    'zipfile\\.(ZipFile|PyZipFile|is_zipfile)|tarfile\\.(open|TarFile|is_tarfile)|sqlite3\\.(connect|dbapi2.*)',
    does('open', 0),
  ),
  rule('(zipfile|tarfile|sqlite3|gzip)(\\..*)?', null),
  rule('_?winreg\\.(Set|Create|Delete|Load|Save|Replace|Restore)\\w+', does('sensitive-file')),
  rule('(pwd|grp|_?winreg)\\..*', does('reads')),
  rule('mmap(\\..*)?', does('reads')),
  rule(
    '(netrc|keyring|browser_cookie3|mailbox|spwd|nis|secretstorage|win32crypt)(\\..*)?',
    does('sensitive-file'),
  ),
  rule(
    'logging\\.handlers\\.(RotatingFileHandler|TimedRotatingFileHandler|WatchedFileHandler|BaseRotatingHandler)',
    writes,
  ),
  rule('logging\\.handlers\\.(QueueHandler|QueueListener|MemoryHandler|BufferingHandler|NullHandler)', null),
  rule('logging\\.handlers', null),
  rule('logging\\.handlers\\.\\w*Handler', connects),
  rule('logging\\.config(\\..*)?', loads),
  rule('multiprocessing\\.(managers|connection|shared_memory).*', connects),
  rule(
    'ctypes\\.(Structure|Union|Array|c_\\w+|create_\\w+_buffer|sizeof|alignment|byref|pointer|POINTER|wintypes\\.\\w+|get_(last_error|errno)|set_(last_error|errno)|\\w*Error)',
    null,
  ),
  rule('pipes\\.quote', null),
  rule('pipes\\..*', starts),
  rule('ctypes(\\..*)?|cffi(\\..*)?|_ctypes(\\..*)?|faulthandler.*', native),
  rule('mimetypes\\.(guess_\\w+|add_type|\\w+_map)', null),
  rule('mimetypes\\.\\w+', reads),
  rule('(pickle|_pickle|cPickle|marshal)\\.(dumps?|Pickler|\\w+_PROTOCOL|\\w+Error)', null),
  rule('(pickle|_pickle|cPickle|dill|cloudpickle|marshal|shelve|joblib|jsonpickle)(\\..*)?', loads),
  rule('yaml\\.(load|unsafe_load|full_load|load_all|UnsafeLoader|Loader)', loads),
  rule('importlib\\.metadata\\.(EntryPoint|entry_points)(\\..*)?', loads),
  rule(
    'importlib\\.(metadata|resources)(\\..*)?|importlib\\.util\\.(find_spec|module_from_spec|spec_from_loader|cache_from_source|source_from_cache|MAGIC_NUMBER)|importlib\\.machinery\\.(\\w*SUFFIXES|ModuleSpec)|importlib\\.(util|machinery|abc)',
    null,
  ),
  rule('py_compile|compileall|site\\.(get\\w+|[A-Z_]+)|_imp\\.extension_suffixes', null),
  rule('(py_compile|compileall)\\.compile\\w*', writes),
  // Its commands in .pdbrc are a sensitive file.
  rule('pdb\\.set_trace', null),
  rule(
    '(importlib|imp|pkgutil|runpy|zipimport|zipapp|code|codeop|site|ensurepip|venv|pip|setuptools|pkg_resources|doctest|timeit|trace|pdb|bdb|profile|cProfile|test|turtle|idlelib|modulefinder|_imp|_frozen_importlib.*|sitecustomize|usercustomize|compileall|py_compile)(\\..*)?',
    loads,
  ),
  rule(
    'typing\\.(get_type_hints|ForwardRef|_eval_type)|annotationlib(\\..*)?|typing_extensions\\.get_type_hints|inspect\\.(getsource\\w*|get_annotations|getmembers_static)|types\\.(CodeType|FunctionType|SimpleNamespace\\(\\)\\..*)|gc\\.get_\\w+',
    indirect,
  ),
  rule(
    'tkinter(\\..*)?|pyperclip(\\..*)?|clipboard(\\..*)?|win32clipboard(\\..*)?|pynput(\\..*)?|keyboard(\\..*)?|pyautogui(\\..*)?|mss(\\..*)?|ImageGrab(\\..*)?|PIL\\.ImageGrab(\\..*)?',
    does('sensitive-file'),
  ),
]

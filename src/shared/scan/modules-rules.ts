import type { Language } from './expressions.ts'

/** Modules of Python whose every public member only computes. */
export const SAFE_PYTHON = new Set(
  `__future__ abc argparse array ast base64 binascii bisect calendar cmath collections collections.abc colorsys
  concurrent concurrent.futures configparser contextlib contextvars copy csv curses dataclasses datetime decimal
  difflib email email.message email.utils email.mime email.mime.text email.header enum errno fnmatch fractions
  functools getopt getpass gettext graphlib hashlib heapq hmac html html.parser html.entities inspect io ipaddress
  itertools json json.decoder json.encoder keyword linecache locale logging math multiprocessing numbers operator pathlib
  platform pprint queue quopri random re reprlib sched secrets select selectors shlex signal stat statistics string
  stringprep struct textwrap threading time token tokenize traceback tracemalloc types typing typing_extensions
  unicodedata unittest unittest.mock urllib urllib.parse urllib.error uuid warnings weakref xml xml.etree xml.dom
  xml.etree.ElementTree xml.dom.minidom xml.sax xml.sax.saxutils zlib zoneinfo bz2 lzma gc readline cmd crypt
  _thread http http.cookies http.cookiejar opcode dis symtable tomllib sre_constants sre_parse sre_compile
  atexit copyreg codecs encodings genericpath posixpath ntpath filecmp rlcompleter pwd grp resource termios tty syslog
  importlib.metadata pickletools tabnanny lib2to3 distutils distutils.version nturl2path hmac optparse imghdr sndhdr
  asyncio os os.path sys sysconfig msvcrt shutil tempfile glob fileinput subprocess socket ssl _io _collections_abc _weakref`.split(
    /\s+/,
  ),
)

/** Modules of Node.js whose every public member only computes. */
export const SAFE_NODE = new Set(
  `path path/posix path/win32 url util util/types events assert assert/strict buffer crypto string_decoder timers
  timers/promises querystring readline readline/promises stream stream/promises stream/web stream/consumers zlib perf_hooks
  process os tty punycode console async_hooks diagnostics_channel test constants fs fs/promises domain sys`.split(
    /\s+/,
  ),
)

/** Whether a module belongs to the language itself. */
export const isStandard = (language: Language, name: string): boolean =>
  language === 'python'
    ? SAFE_PYTHON.has(name) || isStandardName('python', name)
    : isStandardName('javascript', name)

const NODE_MODULES =
  /^(assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|http|http2|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|sea|sqlite|stream|string_decoder|sys|test|timers|tls|trace_events|tty|url|util|v8|vm|wasi|worker_threads|zlib)(\/|$)/
const PYTHON_MODULES = new Set(
  `antigravity asynchat asyncore audioop bdb binhex builtins cProfile cgi cgitb chunk code codeop commands compileall crypt
  ctypes dbm doctest ensurepip faulthandler ftplib fpectl idlelib imaplib imp importlib lib2to3 mailbox mailcap marshal mimetypes
  mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib pdb pickle pipes pkgutil plistlib poplib profile pstats pty
  py_compile pyclbr pydoc runpy sched shelve site smtpd smtplib socketserver sqlite3 sysconfig tarfile telnetlib test timeit tkinter
  trace turtle turtledemo uu venv webbrowser winreg winsound wsgiref xdrlib xmlrpc zipapp zipfile zipimport annotationlib pathlib
  asyncio logging http urllib email xml concurrent json unittest curses encodings distutils collections os string __main__ _typeshed`.split(
    /\s+/,
  ),
)
export const isStandardName = (language: Language, name: string): boolean =>
  language === 'python'
    ? PYTHON_MODULES.has(name.split('.')[0] ?? '') || SAFE_PYTHON.has(name.split('.')[0] ?? '')
    : NODE_MODULES.test(name)

/** `@scope/name/part` is in the package @scope/name, `name.part` in name. */
export function packageOf(language: Language, name: string): string {
  if (language === 'python') return name.split('.')[0] ?? name
  const parts = name.split('/')
  return name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name)
}

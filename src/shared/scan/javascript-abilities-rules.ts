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

const FS = '(?:fs|fs/promises)(?:\\.promises)?'
/** What the modules and globals of JavaScript in Node.js can do. The first pattern that matches counts. */
export const JAVASCRIPT: Rule[] = [
  rule(
    'Function\\.prototype(\\.(call|bind|apply|toString))?|Function(\\.prototype)?\\.toString\\.call',
    null,
  ),
  rule('(globalThis\\.)?(eval|Function)(\\..*)?', evaluates),
  rule('Reflect\\.(construct|apply)', indirect),
  rule('(Async|Generator|AsyncGenerator)Function', evaluates),
  rule('.*\\.constructor\\.constructor(\\..*)?', evaluates),
  rule('(globalThis\\.)?WebAssembly\\.(instantiate\\w*|compile\\w*|Module|Instance)', native),
  rule('process\\.env(\\..*)?|(Deno|Bun)\\.env(\\..*)?|import\\.meta\\.env(\\..*)?', does('environment', 0)),
  rule(
    'process\\.(binding|_linkedBinding|dlopen|mainModule|getBuiltinModule|loadEnvFile|setSourceMapsEnabled|_\\w+)(\\..*)?',
    loads,
  ),
  rule('process\\.report(\\..*)?', does('environment')),
  rule('process\\.kill', starts),
  rule('process\\.chdir', reads),
  rule('test\\.run', loads),
  rule('crypto\\.setEngine', native),
  rule('process(\\.[a-z]\\w*)(\\..*)?', null),
  rule(
    'require\\.(extensions|cache)(\\..*)?|module\\.(constructor|require|_load|_extensions|_compile|paths|children|parent)(\\..*)?',
    loads,
  ),
  rule(
    'require\\.(resolve|main)(\\..*)?|module|module\\.(setSourceMapsSupport|exports|id|filename|createRequire|builtinModules|isBuiltin)(\\..*)?',
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
  rule('Deno\\.(readFile|readTextFile|readDir|open)(Sync)?', reads),
  rule('Deno\\.(writeFile|writeTextFile|mkdir|remove|rename|create)(Sync)?', writes),
  rule('(Deno|Bun)(\\..*)?', indirect),
  rule(
    'clipboardy(\\..*)?|navigator\\.clipboard(\\..*)?|robotjs(\\..*)?|node-global-key-listener(\\..*)?',
    does('sensitive-file'),
  ),
]

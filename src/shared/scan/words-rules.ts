/** Words by which a program asks for the secrets of a wallet. */
const SECRETS =
  /(?:^|[^a-z])(?:seed|recovery|backup|secret|mnemonic)[ _-]?(?:phrases?|words?)(?:$|[^a-z])|mnemonic|(?:private|priv|secret)[ _-]?keys?(?:$|[^a-z])|(?:private|secret)Key|(?:^|[^a-z])(?:keystore|xprv)(?:$|[^a-z])/i

/** The same in other languages. */
const SECRETS_ELSEWHERE =
  /(?:12|24|twelve|twenty-four|zw(?:ö|oe)lf|vierundzwanzig|douze|doce|dodici|doze)\s+(?:\p{L}+\s+){0,2}(?:words?|w(?:ö|oe)rter|mots|palabras|parole|palavras)|wiederherstellungs(?:phrase|w(?:ö|oe)rter|schl(?:ü|ue)ssel)|geheim(?:e|en)? (?:phrase|w(?:ö|oe)rter|schl(?:ü|ue)ssel)|privaten? schl(?:ü|ue)ssel|phrase (?:de récupération|secrète|semilla)|cl[ée] privée|frase (?:semilla|de recuperaci[óo]n|di recupero|segreta|secreta)|clave privada|chiave privata|сид-?фраз|секретн\p{L}+ (?:фраз|слов)|приватн\p{L}+ ключ|助记词|助記詞|私钥|私鑰|恢复短语|ニーモニック|シードフレーズ|秘密鍵|시드 문구|니모닉|개인 키|kurtarma (?:ifadesi|kelimeleri)/iu

/** Whether a name or a text of the code speaks of private keys or recovery phrases. */
export const isSecretWord = (text: string): boolean =>
  text.length < 2000 && (SECRETS.test(text) || SECRETS_ELSEWHERE.test(text))

/** Places where other programs keep secrets, or from which they are started. */
const SENSITIVE = [
  /(?:^|[/\\~])\.(?:ssh|aws|azure|gnupg|docker|kube|electrum|bitcoin|ethereum|exodus|mozilla|password-store|config[/\\]solana|config[/\\](?:google-chrome|chromium|autostart|systemd)|npmrc|netrc|pypirc|git-credentials|bash_history|zsh_history|node_repl_history|python_history)(?:$|[/\\.])/i,
  /(?:^|[/\\~])\.(?:bashrc|pdbrc|bash_profile|zshrc|zprofile|profile|xinitrc|zshenv|zlogin)$/i,
  /(?:^|[/\\])(?:id_rsa|id_ed25519|id_ecdsa|wallet\.dat|authorized_keys|known_hosts|id\.json|keystore[/\\]UTC--.*|UTC--.*|logins\.json|key[34]\.db|cookies\.sqlite|profiles\.ini|places\.sqlite)$/i,
  /(?:^|[/\\~.])(?:Login Data|Local Extension Settings|Local State|User Data|BraveSoftware|Ledger Live|Trezor Suite|tdata|Telegram Desktop|Google[/\\]Chrome|solana[/\\]id\.json|\.?ethereum[/\\]keystore)(?:$|[/\\])/i,
  // Names that are words too: only as a part of a path.
  /[/\\](?:Exodus|Electrum|Atomic|Phantom|MetaMask|Bitwarden|1Password|KeePass)(?:$|[/\\])|^(?:Exodus|Electrum|Atomic|Phantom|MetaMask|Bitwarden|1Password|KeePass)[/\\]/i,
  /nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa/,
  /^\/etc\/(?:passwd|shadow|cron.*|hosts|profile.*|rc\.local|ld\.so\.preload)|LaunchAgents|LaunchDaemons|CurrentVersion\\+Run|Start Menu[/\\]+Programs[/\\]+Startup|systemd[/\\]user|\bcrontab\b|schtasks|\.pth$|sitecustomize/i,
  /^\/proc\/(?!(?:self\/cgroup|cpuinfo|meminfo|loadavg|version)$)|^\/dev\/(?:tcp|udp)\/|(?:^|[/\\])\.env(?:\.\w+)?$/i,
]

/** The part of a text that names a file which is no script's business, or null. */
export function sensitivePath(text: string): string | null {
  if (text.length > 500) return null
  for (const pattern of SENSITIVE) {
    if (pattern.test(text)) return text.length > 80 ? `${text.slice(0, 80)}…` : text
  }
  return null
}

/** Services where anybody receives data without a name, and addresses without one. */
const NAMELESS =
  /(?:^|\.)(?:api\.telegram\.org|t\.me|discord(?:app)?\.com|pastebin\.com|paste\.ee|hastebin\.com|rentry\.co|transfer\.sh|file\.io|gofile\.io|anonfiles\.com|0x0\.st|ngrok\.io|ngrok-free\.app|ngrok\.app|serveo\.net|loca\.lt|trycloudflare\.com|requestbin\.\w+|webhook\.site|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|dnslog\.cn|raw\.githubusercontent\.com|gist\.githubusercontent\.com|ipfs\.io|bit\.ly|tinyurl\.com|hooks\.slack\.com|formspree\.io|onion)$/i

/** Why an address in a URL is suspicious, or null. `authority`: user, host and port. */
export function suspiciousHost(authority: string): string | null {
  const host = (authority.split('@').at(-1) ?? '').replace(/:\d+$/, '')
  if (authority.includes('@')) return authority
  if (/^(?:127\.\d+\.\d+\.\d+|localhost|0\.0\.0\.0|\[::1\])$/.test(host)) return null
  if (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ||
    /^\[/.test(host) ||
    /^\d+$/.test(host) ||
    /^xn--|\.xn--/.test(host)
  )
    return host
  return NAMELESS.test(host) ? host : null
}

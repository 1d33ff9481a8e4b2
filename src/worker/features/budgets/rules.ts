/** A token bucket: `burst` at once, then one more every `refillSeconds`. */
type Limit = { burst: number; refillSeconds: number }

/**
 * Budgets of what anyone may cause without paying. Limits per account or per address do not hold where an attacker has
 * thousands of both: another shop got 150 000 free checkouts from 17 000 addresses. So these count per network, per
 * product, per domain of the recipient, per kind and for the whole shop. Each number lets pass several times the best
 * day that we expect, and no more than the mail provider's daily quota. Settling paid money, and its mails, count
 * nowhere.
 */
export type Budget = {
  /** The /24 or /64 of the request. An IPv6 /48 has the same budget `SITE_NETWORKS` times. */
  network?: Limit
  product?: Limit
  /** The domain of the recipient's address: `big` for the mail providers of everybody, `other` for all others. */
  domain?: { big: Limit; other: Limit }
  shop: Limit
}

const perDay = (count: number, burst: number): Limit => ({ burst, refillSeconds: Math.ceil(86_400 / count) })

export const BUDGETS = {
  // Nothing is charged and a receipt is sent: the cheapest way to send mail through us. A campaign with a free coupon
  // gives away some hundred copies in its first hour.
  'free order': {
    network: perDay(200, 10),
    product: perDay(5000, 500),
    domain: { big: perDay(4000, 500), other: perDay(300, 50) },
    shop: perDay(8000, 1000),
  },
  // Card testers open a checkout for each card, and each is a call to the provider. A shared network of an office or a
  // phone company has some buyers at once.
  'unpaid checkout': {
    network: perDay(3000, 60),
    product: perDay(30_000, 1000),
    shop: perDay(80_000, 3000),
  },
  // To any typed address. Subdomains count as their domain, so that one domain is one budget.
  'welcome mail': {
    domain: { big: perDay(20_000, 2000), other: perDay(4000, 500) },
    shop: perDay(30_000, 2500),
  },
  // To an address that was typed at the registration or in the profile.
  'confirmation mail': {
    domain: { big: perDay(10_000, 1000), other: perDay(2000, 150) },
    shop: perDay(15_000, 1500),
  },
  // Counted for each typed address, with or without an account.
  'password mail': {
    domain: { big: perDay(10_000, 1000), other: perDay(2000, 150) },
    shop: perDay(15_000, 1500),
  },
  // Links to earlier purchases. Counted for each typed address, with or without purchases.
  'purchase mail': {
    network: perDay(300, 20),
    domain: { big: perDay(10_000, 1000), other: perDay(2000, 150) },
    shop: perDay(15_000, 1500),
  },
  // Support reads each of them.
  'contact message': {
    network: perDay(300, 30),
    domain: { big: perDay(2000, 200), other: perDay(500, 50) },
    shop: perDay(3000, 300),
  },
  // One mail for each typed address.
  'newsletter mail': {
    network: perDay(300, 20),
    domain: { big: perDay(10_000, 1000), other: perDay(600, 50) },
    shop: perDay(15_000, 1500),
  },
} as const satisfies Record<string, Budget>

/** Beyond a used-up budget, with a solved challenge each: for the shop, per kind. */
export const CHALLENGED = perDay(2000, 200)

export type BudgetKind = keyof typeof BUDGETS

/** Providers whose domains have many unrelated customers. */
const BIG_PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com
  aol.com proton.me protonmail.com gmx.de gmx.net gmx.com web.de t-online.de mail.ru yandex.ru yandex.com qq.com 163.com
  126.com naver.com zoho.com fastmail.com orange.fr libero.it`.split(/\s+/),
)

/**
 * The domain that an address counts under, in lower case: its last two labels, or three under a country's `co.uk` and
 * the like. An owner of a domain has any number of subdomains.
 */
export function domainOf(address: string): string {
  const labels = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  const isSecondLevel =
    /^(?:co|com|net|org|edu|gov|ac|or|ne)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isSecondLevel ? -3 : -2).join('.')
}

/** A provider gives one customer up to a /48: 65,536 networks of /64, and so of budgets. */
const SITE_NETWORKS = 4

/** The /48 of an IPv6 /64, as in client-ip.ts; null for IPv4. */
const siteOf = (network: string): string | null => {
  const groups = /^(\w+:\w+:\w+):\w+::\/64$/.exec(network)?.[1]
  return groups === undefined ? null : `${groups}::/48`
}

const times = ({ burst, refillSeconds }: Limit, count: number): Limit => ({
  burst: burst * count,
  refillSeconds: Math.ceil(refillSeconds / count),
})

/** What a request counts under. Absent or null: it has none. */
export type Spender = { network?: string | null | undefined; productId?: number; address?: string }

export type Share = { scope: string; key: string; limit: Limit }

/** The buckets of which a request takes one token each, from the narrowest to the shop's. */
export function sharesOf(kind: BudgetKind, { network, productId, address }: Spender): Share[] {
  const budget: Budget = BUDGETS[kind]
  const shares: Share[] = []
  const add = (scope: string, limit: Limit | undefined) => {
    if (limit) shares.push({ scope, key: `budget:${kind}:${scope}`, limit })
  }
  if (network != null) {
    const site = siteOf(network)
    add(`network ${network}`, budget.network)
    if (site !== null) add(`network ${site}`, budget.network && times(budget.network, SITE_NETWORKS))
  }
  if (address !== undefined) {
    const domain = domainOf(address)
    add(`domain ${domain}`, budget.domain?.[BIG_PROVIDERS.has(domain) ? 'big' : 'other'])
  }
  if (productId !== undefined) add(`product ${productId}`, budget.product)
  add('shop', budget.shop)
  return shares
}

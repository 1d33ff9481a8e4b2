export type Quote = {
  text: string
  /** From 0 to 5, in steps of 0.5. */
  rating: number
  /** The person whose view it is. */
  from: string
  /** The place in the shop that shows whether the text is true. */
  proof: { to: string; label: string }
}

/**
 * Shown until there are three reviews by buyers. The shop wrote these texts itself, and the page says so.
 */
export const QUOTES: readonly Quote[] = [
  {
    text: 'I read the whole script before I ran it. It took ten minutes and there was nothing in it that I would not have written myself.',
    rating: 5,
    from: 'The developer who trusts nobody',
    proof: { to: '/products', label: 'See what each script touches' },
  },
  {
    text: 'Twelve addresses and one schedule. I would like still more networks, but I know what is due today and what it may cost.',
    rating: 4.5,
    from: 'The farmer with many wallets',
    proof: { to: '/#hero', label: 'Look at a real plan' },
  },
  {
    text: 'It never asked for my seed phrase. After what happened to me with another tool, that was the whole reason.',
    rating: 5,
    from: 'The one who was scammed before',
    proof: { to: '/about', label: 'The rules our scripts follow' },
  },
]

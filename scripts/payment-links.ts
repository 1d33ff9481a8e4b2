const PLANS = ['premium', 'lifetime', 'monad', 'soneium', 'unichain']

/** PAYMENT_LINKS of a local run: the sandbox serves the pay pages outside the shop. */
export const localPaymentLinks = (publicUrl: string): string =>
  JSON.stringify(
    Object.fromEntries(
      PLANS.map((plan) => {
        const page = `${publicUrl}/sandbox/pay/${plan}`
        return [plan, { card: `${page}/card`, crypto: `${page}/crypto` }]
      }),
    ),
  )

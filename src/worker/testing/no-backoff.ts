import Stripe from 'stripe'

/** What of the SDK's private parts is replaced here. */
type Sender = { _getSleepTimeInMS: (retries: number) => number }

// Before each retry the SDK waits for half a second or more. Tests in which Stripe is down do not.
const { _requestSender } = new Stripe('sk_test_none') as unknown as { _requestSender: Sender }
const sender = Object.getPrototypeOf(_requestSender) as Sender
if (typeof sender._getSleepTimeInMS !== 'function') throw new Error('The Stripe SDK waits somewhere else now')
sender._getSleepTimeInMS = () => 0

import Stripe from 'stripe'

/** The private method of the SDK that is replaced here. */
type Sender = { _getSleepTimeInMS: (retries: number) => number }

// The SDK waits for half a second or more before each retry. Tests in which Stripe is down skip this wait.
const { _requestSender } = new Stripe('sk_test_none') as unknown as { _requestSender: Sender }
const sender = Object.getPrototypeOf(_requestSender) as Sender
if (typeof sender._getSleepTimeInMS !== 'function') throw new Error('The Stripe SDK waits somewhere else now')
sender._getSleepTimeInMS = () => 0

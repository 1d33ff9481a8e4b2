import { SECOND } from '#shared/core/time.ts'
import { CATALOGUE_LIMITS } from '../../features/catalogue/catalogue-memory.ts'

const DEPLOYED = { ...CATALOGUE_LIMITS }

/**
 * A test changes tables directly and reads the pages at once. So in tests each answer asks for the catalogue's revision,
 * and waits for it, however busy the machine is.
 */
const ALWAYS_ASK = {
  askAfter: 0,
  waitAfter: 0,
  wait: 10 * SECOND,
  firstWait: 10 * SECOND,
  giveUp: 10 * SECOND,
}

Object.assign(CATALOGUE_LIMITS, ALWAYS_ASK)

/** Runs `work` with the limits of a deployed shop. */
export async function withDeployedLimits<Result>(work: () => Promise<Result>): Promise<Result> {
  Object.assign(CATALOGUE_LIMITS, DEPLOYED)
  try {
    return await work()
  } finally {
    Object.assign(CATALOGUE_LIMITS, ALWAYS_ASK)
  }
}

// Creates the initial state of the browser tests. Runs in parallel to the type check, because each leaves a core idle.
import { seedState } from '../e2e/testing/global-setup.ts'

await seedState()

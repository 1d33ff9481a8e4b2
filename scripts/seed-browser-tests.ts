// Makes the state that the browser tests start from, while the types are checked: each of the two leaves a core idle.
import { seedState } from '../e2e/testing/global-setup.ts'

await seedState()

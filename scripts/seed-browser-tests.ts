// Makes the state that the browser tests start from, while other tests run: alone it leaves a core idle for ten seconds.
import { seedState } from '../e2e/global-setup.ts'

await seedState()

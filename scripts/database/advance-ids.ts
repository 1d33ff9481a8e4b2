// npm run db:advance-ids [-- --remote]: run it after a restore by Time Travel, so that no id is used a second time.
import { query, targetOf } from './d1.ts'
import { ADVANCE_IDS } from './dump.ts'

const target = targetOf(process.argv)
query(target, ADVANCE_IDS)
console.log(`New ids of the ${target} database begin a million further on.`)

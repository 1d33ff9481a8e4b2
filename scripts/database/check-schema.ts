// npm run db:check [-- --remote]: checks that the database has the schema of the migrations. Otherwise it exits with 1.
import { query, targetOf } from './d1.ts'
import { migrationFiles, READ_SCHEMA, type SchemaObject, schemaAfter, schemaDifferences } from './schema.ts'

const target = targetOf(process.argv)
const differences = schemaDifferences(schemaAfter(migrationFiles()), query<SchemaObject>(target, READ_SCHEMA))
if (differences.length > 0) {
  console.error(`The ${target} database does not have the schema of migrations/:
${differences.map((line) => `  ${line}`).join('\n')}
Nothing was deployed. docs/operations.md, "The schema differs", says what to do.`)
  process.exit(1)
}
console.log(`The ${target} database has the schema of migrations/.`)

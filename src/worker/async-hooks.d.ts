/** The one class that the compatibility flag `nodejs_als` adds. The types of Node would add all of its globals. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    run<Result>(value: Value, work: () => Result): Result
    getStore(): Value | undefined
  }
}

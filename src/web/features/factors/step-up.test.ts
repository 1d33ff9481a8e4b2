import { expect, test, vi } from 'vitest'
import { confirmIdentity, useStepUp } from './step-up.ts'

vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }))
const findMethods = vi.fn(async () => ['app'])
vi.mock('./step-up-dialog.tsx', () => ({ findMethods: () => findMethods(), StepUpDialog: () => null }))

const shown = () => useStepUp()
const opened = () => vi.waitFor(() => expect(shown()?.open).toBe(true))

test('callers at the same time share one dialog and its answer; the next caller gets a new one', async () => {
  const answers = Promise.all([confirmIdentity(), confirmIdentity()])
  await opened()
  const first = shown()
  expect(first).toMatchObject({ open: true, methods: ['app'] })
  first?.settle(true)
  expect(await answers).toEqual([true, true])
  expect([shown()?.open, findMethods.mock.calls.length]).toEqual([false, 1])

  const later = confirmIdentity()
  await opened()
  expect(shown()?.id).not.toBe(first?.id)
  // The answer of a dialog that is closed changes nothing.
  first?.settle(true)
  expect(shown()?.open).toBe(true)
  shown()?.settle(false)
  expect(await later).toBe(false)
})

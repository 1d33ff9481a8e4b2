import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False in what the server renders and in the browser's first render of it, which must be the same; true from then on.
 * For what only the browser knows: the address's fragment, its history, its storage.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * The type of the button of a form that the server renders. Until our code listens the browser itself would send the
 * form, and what was typed would be lost or, worse, stand in the address.
 */
export const useSubmitType = (): 'submit' | 'button' => (useHydrated() ? 'submit' : 'button')

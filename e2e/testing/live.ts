import type { Page } from '@playwright/test'

/**
 * Resolves once the page's live connection with the user's notifications is open: a message from then on shows a toast. Call
 * before the navigation.
 */
export const liveOn = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"welcome"')) resolve()
      }),
    )
  })

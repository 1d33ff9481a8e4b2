import { signStatement } from './own-shop.ts'
import { expect, type Locator, type Page } from './test.ts'

/** Signs the draft of this row in its dialog, with the publisher key of this worker's shop. */
export async function signRelease(page: Page, release: Locator): Promise<void> {
  await release.getByRole('button', { name: /^Sign v/ }).click()
  const dialog = page.getByRole('dialog')
  const statement = (await dialog.locator('pre').first().textContent()) ?? ''
  await dialog.getByLabel('Signature').fill(await signStatement(statement))
  await dialog.getByRole('button', { name: 'Sign release' }).click()
  await expect(release).toContainText('Signed by')
}

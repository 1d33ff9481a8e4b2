import { generateKeyPairSync } from 'node:crypto'
import { changeTables } from '../testing/own-shop.ts'
import { logInAsAdmin, mailsTo, newAccount, registerByApi, watchConsole } from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const TAB = '/secure-management/admin-dashboard?tab=publishers'
const PASSWORD = 'admin-password'

/** The line of a public key that nobody has the private key of. */
function aKeyLine(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const key = Buffer.from(x, 'base64url')
  const string = (bytes: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  return `ssh-ed25519 ${Buffer.concat([string(Buffer.from('ssh-ed25519')), string(key)]).toString('base64')}`
}

async function addKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Whose key is it?').fill(name)
  await dialog.getByLabel('Public key').fill(aKeyLine())
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add key' }).click()
}

test.beforeEach(async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(TAB)
})

test('a publisher key is added with the password, mailed to admins, and removed at once while it is not active', {
  tag: DEEP,
}, async ({ page, request }) => {
  const name = `Ann ${newAccount().username}`
  await page.getByRole('button', { name: 'Add key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog.getByText('Say whose key it is')).toBeVisible()
  await dialog.getByLabel('Whose key is it?').fill(name)
  await dialog.getByLabel('Public key').fill(aKeyLine())
  await dialog.getByLabel('Your password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add key' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Not active yet')
  await expect(row.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await expect
    .poll(async () => (await mailsTo(request, 'admin@windfall.example')).map(({ subject }) => subject))
    .toContain('A new key may soon publish releases')

  await row.getByRole('button', { name: `Remove: ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('removed at once')
  await question.getByLabel('Your password').fill(PASSWORD)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toContainText('Removed')
})

test('the change of another admin is confirmed after seven days in the role', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Bob ${newAccount().username}`
  await addKey(page, name)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Not active yet')
  const author = newAccount()
  const other = await browser.newContext({ baseURL })
  await registerByApi(other.request, baseURL, author)
  await other.close()
  const key = author.username.toLowerCase()
  await changeTables('UPDATE users SET is_admin = 1 WHERE username_key = ?', key)
  await changeTables("UPDATE users SET admin_since = 1 WHERE username_key IN (?, 'admin')", key)
  await changeTables(
    'UPDATE publisher_keys SET added_by = (SELECT id FROM users WHERE username_key = ?) WHERE name = ?',
    key,
    name,
  )
  await page.reload()
  await row.getByRole('button', { name: `Confirm: ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Your password').fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('Active')
})

test('the tab and its dialogs are sound with keys in each state', { tag: DEEP }, async ({ page }) => {
  const complaints = watchConsole(page)
  await addKey(page, `Carol ${newAccount().username}`)
  await expect(page.getByText('Not active yet').first()).toBeVisible()
  await expectSound(page, 'publishers')
  await page.getByRole('button', { name: 'Add key' }).click()
  await expectSound(page, 'publishers, new key')
  expect(complaints).toEqual([])
})

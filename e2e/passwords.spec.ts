import { newAccount, ownOrigin, registerByApi, registerOn } from './testing/shop.ts'
import { expect, test } from './testing/test.ts'

test('a common password, and one made of the username, are refused at the field of the registration form', async ({
  page,
}) => {
  const account = newAccount()
  await page.goto('/auth?tab=register')
  await registerOn(page, { ...account, password: 'Sunshine1' })
  const form = page.getByRole('tabpanel', { name: 'Register' })
  const field = form.getByLabel('Password', { exact: true })
  await expect(field).toHaveAccessibleDescription(/This is one of the most common passwords/)
  await expect(field).toBeFocused()
  await expect(form.getByText(/This is one of the most common passwords/)).toHaveCount(1)
  for (const label of [/^Password/, /^Confirm password/])
    await form.getByLabel(label).first().fill(`${account.username}!1`)
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(field).toHaveAccessibleDescription(/must not be your username/)
  for (const label of [/^Password/, /^Confirm password/])
    await form.getByLabel(label).first().fill(account.password)
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a taken username is shown at its field of the registration form', async ({ page, baseURL }) => {
  const { username } = newAccount()
  await registerByApi(page.request, baseURL, { ...newAccount(), username })
  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  await page.goto('/auth?tab=register')
  await registerOn(page, { ...newAccount(), username })
  const form = page.getByRole('tabpanel', { name: 'Register' })
  const field = form.getByLabel('Username')
  await expect(field).toHaveAccessibleDescription('This username is already taken')
  await expect(field).toBeFocused()
  await expect(form.getByText('This username is already taken')).toHaveCount(1)
})

test('a password from a data breach is refused at the field of the profile, and the old one stays', async ({
  page,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/dashboard?tab=profile')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(account.password)
  await form.getByLabel('New password', { exact: true }).fill('breached horse 9')
  await form.getByLabel('Confirm new password').fill('breached horse 9')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /became known in a data breach of another website/,
  )
  const login = { username: account.username, password: account.password }
  const answer = await page.request.post('/api/auth/login', { data: login, headers: ownOrigin(baseURL) })
  expect(answer.status()).toBe(200)
})

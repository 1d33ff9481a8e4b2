import { expect, test } from 'vitest'
import { visibleLine, visibleText } from './visible-text.ts'

test('visibleText shows control characters, direction marks and zero-width characters as their code', () => {
  expect(visibleText('a\u0000b\u001b[31mred\u007f')).toBe('a[U+0000]b[U+001B][31mred[U+007F]')
  expect(visibleText('invoice\u202Egpj.exe\u2066\u200B\uFEFF')).toBe(
    'invoice[U+202E]gpj.exe[U+2066][U+200B][U+FEFF]',
  )
})

test('visibleText keeps lines, tabs, markup, every script and emoji', () => {
  expect(visibleText('one\r\ntwo\rthree\u2028four\tfive')).toBe('one\ntwo\nthree\nfour\tfive')
  for (const text of ['<b>https://evil.test</b>', 'Grüße, 你好, שלום', '👩‍💻 fits'])
    expect(visibleText(text)).toBe(text)
})

test('visibleLine puts a text with line ends on one line', () => {
  expect(visibleLine(' Hi\r\nBcc: victim\t there ')).toBe('Hi Bcc: victim there')
})

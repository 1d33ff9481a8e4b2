import { expect, test } from 'vitest'
import { hashCommand } from './hash-command.ts'

test('an ordinary name is not quoted', () => {
  expect(hashCommand('macOS', 'windfall-monad-1.2.0.zip')).toBe('shasum -a 256 windfall-monad-1.2.0.zip')
  expect(hashCommand('Linux', 'windfall-monad-1.2.0.zip')).toBe('sha256sum windfall-monad-1.2.0.zip')
  expect(hashCommand('Windows', 'windfall-monad-1.2.0.zip')).toBe('Get-FileHash windfall-monad-1.2.0.zip')
})

test('a name with characters that a shell would interpret becomes one quoted argument', () => {
  expect(hashCommand('Linux', '$(rm x).zip')).toBe("sha256sum './$(rm x).zip'")
  expect(hashCommand('macOS', '-n; ls.zip')).toBe("shasum -a 256 './-n; ls.zip'")
  expect(hashCommand('Linux', "it's.zip")).toBe("sha256sum './it'\\''s.zip'")
  expect(hashCommand('Windows', "it's $env.zip")).toBe("Get-FileHash './it''s $env.zip'")
})

import { Monitor, Moon, Sun } from 'lucide-react'

export const THEME_CHOICES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

export const choiceFor = (theme: string) =>
  THEME_CHOICES.find(({ value }) => value === theme) ?? THEME_CHOICES[0]

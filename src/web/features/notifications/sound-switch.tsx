import { Volume2, VolumeX } from 'lucide-react'
import { useId } from 'react'
import { setSound, useSound } from '../../lib/live/sound-setting.ts'
import { Switch } from '../../ui/forms/switch.tsx'

/** Switches the sound of new notifications on this device. */
export function SoundSwitch() {
  const id = useId()
  const on = useSound()
  const Icon = on ? Volume2 : VolumeX
  return (
    <div className="flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 text-subtle" />
      <label htmlFor={id} className="text-muted text-xs">
        Sound
      </label>
      <Switch id={id} checked={on} onCheckedChange={setSound} />
    </div>
  )
}

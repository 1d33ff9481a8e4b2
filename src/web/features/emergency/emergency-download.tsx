import type { EmergencyFile } from '#shared/emergency/contract.ts'
import { FileCard } from '../mailed-file/file-card.tsx'
import { useEmergencyDownload } from './use-emergency-download.ts'

export type EmergencyDownloadProps = { file: EmergencyFile; specialKey: string }

/** The file of the emergency link and its download button. */
export function EmergencyDownload({ file, specialKey }: EmergencyDownloadProps) {
  const { download, busy, ready, problem } = useEmergencyDownload(file, specialKey)
  return (
    <FileCard
      title="Emergency download"
      text={`${file.productName}, without logging in. Support issued this link for you; please keep it to yourself.`}
      file={file}
      more={[{ term: 'Downloads left', value: usesOf(file) }]}
      busy={busy}
      problem={
        problem &&
        `There was a problem preparing your download. ${problem} If this happens again, write to support.`
      }
      started={
        ready
          ? 'Download Ready. Your browser has started it. If it stops, press Download again within an hour, on the same internet connection: that does not use up a download.'
          : null
      }
      subject="Emergency download"
      onDownload={download}
    />
  )
}

function usesOf({ remainingUses, resumes }: EmergencyFile) {
  return (
    <span>
      <span className="font-mono">{remainingUses}</span>
      {resumes ? <span className="text-muted"> · you can restart your last download</span> : null}
    </span>
  )
}

# Sign a file with the certificate WINDOWS_CERTIFICATE (a .pfx in base64); without one say so, and leave the file as it is.
param([Parameter(Mandatory)][string]$File)
$ErrorActionPreference = "Stop"
if (-not $env:WINDOWS_CERTIFICATE) {
    Write-Output "$File is not signed, for want of the secret WINDOWS_CERTIFICATE."
    exit 0
}
$kits = Join-Path ${env:ProgramFiles(x86)} "Windows Kits\10\bin\10.*\x64\signtool.exe"
$signtool = Get-ChildItem $kits | Sort-Object { [version]$_.Directory.Parent.Name } | Select-Object -Last 1
$certificate = Join-Path $env:RUNNER_TEMP "certificate.pfx"
[IO.File]::WriteAllBytes($certificate, [Convert]::FromBase64String($env:WINDOWS_CERTIFICATE))
try {
    & $signtool.FullName sign /fd SHA256 /td SHA256 /tr http://timestamp.digicert.com `
        /f $certificate /p $env:WINDOWS_CERTIFICATE_PASSWORD $File
    exit $LASTEXITCODE
} finally {
    Remove-Item $certificate
}

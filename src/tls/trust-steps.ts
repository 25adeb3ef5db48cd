/**
 * How a client is made to trust the certificate of --tls: a command for each kind of client.
 */
export interface TrustStep {
  readonly client: string
  readonly command: string
}

/** `authorityFile`: the file that clients trust. */
export const trustSteps = (authorityFile: string, platform: NodeJS.Platform): readonly TrustStep[] => {
  const file = quote(authorityFile, platform)
  return [
    {
      client: 'Node',
      command: platform === 'win32' ? `set NODE_EXTRA_CA_CERTS=${authorityFile}` : `export NODE_EXTRA_CA_CERTS=${file}`,
    },
    { client: 'curl', command: `curl --cacert ${file}` },
    ...systemSteps(file, platform),
  ]
}

const systemSteps = (file: string, platform: NodeJS.Platform): readonly TrustStep[] => {
  switch (platform) {
    case 'darwin':
      return [
        { client: 'browsers', command: `security add-trusted-cert -k ~/Library/Keychains/login.keychain-db ${file}` },
      ]
    case 'win32':
      return [{ client: 'browsers', command: `certutil -user -addstore Root ${file}` }]
    default:
      return [
        {
          client: 'Chromium',
          command: `mkdir -p $HOME/.pki/nssdb && certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n standin -i ${file}`,
        },
      ]
  }
}

const quote = (file: string, platform: NodeJS.Platform): string => {
  if (/^[\w/.:\\-]+$/.test(file)) return file
  return platform === 'win32' ? `"${file}"` : `'${file.replaceAll("'", `'\\''`)}'`
}

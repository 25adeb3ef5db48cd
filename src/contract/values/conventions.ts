/**
 * What names usually mean in APIs: a table of names, their role, and the documents that use them. The code looks up names
 * by role, so that the convention of another API is a new row here and nothing else.
 */
/** A `parameter` is in a query, a `field` is in the envelope of a list. */
export type Role =
  | 'id'
  | 'own-id'
  | 'usual-id'
  | 'key-value'
  | 'position'
  | 'weak-id'
  | 'value-word'
  | 'id-word'
  | 'id-suffix'
  | 'created-id'
  | 'created-address'
  | `link-${'address' | 'part'}`
  | 'other-id'
  | 'id-holder'
  | 'general-id'
  | 'reference-id'
  | 'record-id'
  | 'unique-value'
  | 'discriminator-value'
  | 'record-wrapper'
  | 'list-wrapper'
  | 'beside-record'
  | 'error-list'
  | 'paging-parameter'
  | `${'limit' | 'limit-text' | 'offset' | 'page' | 'after' | 'before' | 'sort' | 'direction'}-parameter`
  | 'text-parameter'
  | 'login-word'
  | 'session-word'
  | 'login-token'
  | `file-${'name' | 'size' | 'type' | 'md5' | 'sha1' | 'sha256'}`
  | 'paging-field'
  | PageField

type PageField =
  | `${'total' | 'pages' | 'page' | 'limit' | 'offset' | 'returned' | 'end' | 'remaining'}-field`
  | `${'next-page' | 'previous-page' | 'has-more' | 'has-previous' | 'is-last'}-field`
  | `${'next-cursor' | 'previous-cursor'}-field`
  | `${'next-url' | 'previous-url' | 'first-url' | 'last-url' | 'self-url'}-field`

type Row = readonly [
  role: Role,
  /** Separated by spaces, the most likely first. Plain names (names.ts), except for keywords of a schema. */
  names: string,
  /** The documents that use the names. */
  documents: string,
]

const conventions: readonly Row[] = [
  // Properties that identify a record, apart from `id` and those named after the resource or the path parameter.
  ['id', 'uuid', 'any'],
  ['id', 'sid', 'string identifiers, as in Twilio'],
  ['id', 'gid', 'global ids, as in Asana'],
  ['id', 'uid', 'unique ids, as in Kubernetes and Grafana'],
  // A second id next to the one in the path.
  ['own-id', 'id uuid guid', 'any'],
  // Properties that are the id if nothing else is: of keys, what is used as one; for a number, a position in a list. Records with a
  // weak one may have an id that is shown elsewhere.
  ['usual-id', 'key code slug name number identifier reference', 'any'],
  ['usual-id', 'sha', 'version control, as in GitHub'],
  ['usual-id', 'foreignid externalid extid', 'records that come from another system'],
  ['usual-id', 'login username handle', 'users and organizations'],
  ['usual-id', 'symbol', 'markets and currencies'],
  ['usual-id', 'hostname domain', 'networks and hosting'],
  ['usual-id', 'email', 'users'],
  ['key-value', 'token accesskey apikey', 'keys and tokens'],
  ['position', 'index position ordinal', 'steps, rules and entries of a list'],
  ['weak-id', 'name login username handle symbol hostname domain email', 'any'],
  // The last word of a path parameter, apart from those of an id, whose first words may be the id: `ip` of {ip_address}.
  ['value-word', 'address', 'any'],
  // The last word of a name, if it is an id.
  ['id-word', 'id uuid guid key', 'any'],
  // In the response to a creation: what follows the name of the resource, other names of the new record's id, and of its
  // address; and ids of something else.
  ['id-suffix', 'number no num identifier uuid guid sid key code reference ref', 'any'],
  ['created-id', 'entityid resourceid objectid recordid itemid createdid newid insertid insertedid generatedid', 'any'],
  ['created-address', 'location href selflink selfurl self resourceurl resourceuri uri url link', 'any'],
  // A link to a record: its address, and what else says something about it.
  ['link-address', 'href url uri location self', 'any'],
  ['link-part', 'rel relation title method verb type mediatype templated description hreflang', 'any'],
  ['other-id', 'requestid correlationid traceid spanid sessionid eventid messageid jobid taskid operationid', 'any'],
  ['other-id', 'userid accountid tenantid organizationid clientid ownerid parentid', 'any'],
  // Objects in a record that contain its id.
  ['id-holder', 'metadata', 'Kubernetes and similar resource models'],
  ['id-holder', 'meta', 'any'],
  ['id-holder', 'attributes', 'JSON:API'],
  ['id-holder', 'sys', 'content management, as in Contentful'],
  ['id-holder', 'info', 'any'],
  // Path parameters that only together with the segment before them name a property: owner id for /owners/{id}.
  ['general-id', 'id name key code uuid slug', 'any'],
  ['general-id', 'sid', 'string identifiers, as in Twilio'],
  // Properties of an object that refers to a record by its id.
  ['reference-id', 'id', 'any'],
  ['reference-id', 'gid', 'global ids, as in Asana'],
  ['reference-id', 'name', 'records addressed by name, as in Kubernetes'],
  ['reference-id', 'key', 'records addressed by key, as in Jira'],
  ['reference-id', 'value', 'options of a list'],
  // The same for a whole record that is sent where the schema allows only an id.
  ['record-id', 'id gid name value', 'any'],
  // Values that no two records share.
  ['unique-value', 'id uuid guid uid slug', 'any'],
  ['unique-value', 'gid', 'global ids, as in Asana'],
  ['unique-value', 'sid', 'string identifiers, as in Twilio'],
  // The keyword of a variant with its value of the discriminator.
  ['discriminator-value', 'x-ms-discriminator-value', 'Azure (AutoRest extensions)'],

  // Properties of a response that contain the record or the list, and those next to it.
  ['record-wrapper', 'data result item record response payload object resource entity', 'any'],
  ['list-wrapper', 'data items results records values content entries list rows objects', 'any'],
  ['list-wrapper', 'embedded', 'HAL'],
  ['list-wrapper', 'result response', 'any'],
  ['beside-record', 'links link meta metadata warnings errors error success status message code', 'any'],
  ['error-list', 'errors warnings problems', 'any'],
  ['beside-record', 'infos', 'any'],
  ['beside-record', 'included jsonapi', 'JSON:API'],
  ['beside-record', 'requestid self count total ok', 'any'],

  // Query parameters that select a page.
  ['paging-parameter', 'page pages paging pagination pager', 'any'],
  ['limit-parameter', 'limit perpage pagesize pagelimit maxitems first take size rows count max numresults', 'any'],
  ['limit-parameter', 'maxresults', 'Google, AWS and Jira'],
  ['limit-parameter', 'top', 'OData'],
  ['limit-parameter', 'itemsperpage resultsperpage', 'any'],
  // Some documents declare a number as a string. Here the name can mean nothing else.
  ['limit-text-parameter', 'limit perpage pagesize pagelimit maxresults maxitems itemsperpage', 'any'],
  ['offset-parameter', 'offset start from pageoffset', 'any'],
  ['offset-parameter', 'skip', 'OData'],
  ['offset-parameter', 'startindex', 'SCIM and OpenSearch'],
  ['offset-parameter', 'startat', 'Jira'],
  ['page-parameter', 'page pagenumber pageno pageindex currentpage pagenum number', 'any'],
  ['after-parameter', 'after cursor token pagecursor nextcursor offset next pagenext', 'any'],
  ['after-parameter', 'startingafter', 'Stripe'],
  ['after-parameter', 'pagetoken nextpagetoken', 'Google'],
  ['after-parameter', 'nexttoken marker exclusivestartkey', 'AWS'],
  ['after-parameter', 'continuationtoken', 'Azure and Amazon S3'],
  ['after-parameter', 'continue', 'Kubernetes'],
  ['after-parameter', 'pageafter', 'JSON:API'],
  ['before-parameter', 'before prevcursor previouscursor', 'any'],
  ['before-parameter', 'endingbefore', 'Stripe'],
  ['before-parameter', 'pagebefore', 'JSON:API'],
  ['sort-parameter', 'sort sortby orderby ordering sortfield sortkey order', 'any'],
  ['direction-parameter', 'direction sortorder sortdirection orderdirection sortdir order dir', 'any'],

  // Query parameters that search the strings of a record.
  ['text-parameter', 'q search query keyword keywords term terms searchterm searchtext searchquery fulltext', 'any'],

  // Words in the path of an operation that returns a token, and of one that creates a session, a user or a key.
  ['login-word', 'login logon signin authenticate authentication auth oauth oauth2 token tokens jwt', 'any'],
  ['session-word', 'session sessions signup register registration refresh apikey apikeys keys users', 'any'],
  // Properties of the response to such an operation.
  ['login-token', 'token accesstoken authtoken authenticationtoken sessiontoken bearertoken idtoken apitoken', 'any'],
  ['login-token', 'jwt jwttoken apikey sessionid sessionkey authorizationtoken', 'any'],
  ['login-token', 'authorization bearer', 'any'],

  // Properties of a record that say something about a file that was sent.
  ['file-name', 'filename originalname originalfilename attachmentname documentname', 'any'],
  ['file-size', 'size filesize sizebytes sizeinbytes filesizebytes bytes bytesize bytecount', 'any'],
  ['file-size', 'contentlength contentsize', 'any'],
  ['file-type', 'contenttype mimetype mediatype mime filetype', 'any'],
  ['file-md5', 'md5 md5hash md5sum md5checksum', 'any'],
  ['file-sha1', 'sha1 sha1hash sha1sum sha1checksum', 'any'],
  ['file-sha256', 'sha256 sha256hash sha256sum sha256checksum', 'any'],

  // Fields of an envelope that report facts about the page, and objects that contain such fields.
  ['paging-field', 'meta metadata links pagination paging page pages cursors cursor info pager', 'any'],
  ['paging-field', 'pageinfo', 'connections, as in GraphQL'],
  ['paging-field', 'responsemetadata', 'Slack'],
  ['total-field', 'total totalcount totalitems itemstotal totalrecords totalentries recordcount', 'any'],
  ['total-field', 'resultcount totalsize count results', 'any'],
  ['total-field', 'totalresults', 'SCIM and OpenSearch'],
  ['total-field', 'totalelements', 'Spring Data'],
  ['total-field', 'totalhits', 'search engines'],
  ['total-field', 'quantity', 'Amazon CloudFront'],
  ['pages-field', 'totalpages pagecount pagestotal pages numpages', 'any'],
  ['pages-field', 'lastpage', 'Laravel'],
  ['page-field', 'page currentpage pagenumber pageno pageindex', 'any'],
  ['page-field', 'number', 'Spring Data'],
  ['limit-field', 'perpage pagesize limit size', 'any'],
  ['limit-field', 'itemsperpage', 'SCIM and OpenSearch'],
  ['limit-field', 'maxitems', 'Amazon CloudFront'],
  ['offset-field', 'offset skip start', 'any'],
  ['offset-field', 'startindex', 'SCIM and OpenSearch'],
  ['returned-field', 'returned itemcount', 'any'],
  ['returned-field', 'numberofelements', 'Spring Data'],
  ['end-field', 'end', 'Twilio'],
  ['next-page-field', 'nextpage', 'any'],
  ['previous-page-field', 'previouspage prevpage', 'any'],
  ['remaining-field', 'remainingitemcount', 'Kubernetes'],
  ['has-more-field', 'hasmore more hasnext hasmoreitems truncated', 'any'],
  ['has-more-field', 'hasnextpage', 'connections, as in GraphQL'],
  ['has-more-field', 'istruncated', 'AWS'],
  ['has-previous-field', 'hasprevious hasprev', 'any'],
  ['has-previous-field', 'haspreviouspage', 'connections, as in GraphQL'],
  ['is-last-field', 'last islast islastpage', 'any'],
  ['is-last-field', 'done', 'Salesforce'],
  ['next-cursor-field', 'nextcursor cursor after offset', 'any'],
  ['next-cursor-field', 'nextpagetoken', 'Google'],
  ['next-cursor-field', 'nexttoken nextmarker marker lastevaluatedkey', 'AWS'],
  ['next-cursor-field', 'continuationtoken', 'Azure and Amazon S3'],
  ['next-cursor-field', 'continue', 'Kubernetes'],
  ['next-cursor-field', 'endcursor', 'connections, as in GraphQL'],
  ['previous-cursor-field', 'before prevcursor previouscursor', 'any'],
  ['previous-cursor-field', 'startcursor', 'connections, as in GraphQL'],
  ['next-url-field', 'next nextpage nexturl nextlink nexthref', 'any'],
  ['next-url-field', 'nextpageuri', 'Twilio'],
  ['next-url-field', 'nextpageurl', 'Laravel'],
  ['next-url-field', 'odatanextlink', 'OData'],
  ['previous-url-field', 'prev previous prevpage previouspage previousurl prevurl previouslink', 'any'],
  ['previous-url-field', 'previouspageuri', 'Twilio'],
  ['previous-url-field', 'previouspageurl', 'any'],
  ['first-url-field', 'first firstpage firsturl', 'any'],
  ['first-url-field', 'firstpageuri', 'Twilio'],
  ['first-url-field', 'firstpageurl', 'Laravel'],
  ['last-url-field', 'last lastpage lasturl', 'any'],
  ['last-url-field', 'lastpageuri', 'Twilio'],
  ['last-url-field', 'lastpageurl', 'Laravel'],
  ['self-url-field', 'self selfurl uri url href', 'any'],
]

const collectNames = (): ReadonlyMap<Role, ReadonlySet<string>> => {
  const collected = new Map<Role, Set<string>>()
  for (const [role, names] of conventions) {
    const known = collected.get(role) ?? new Set()
    for (const name of names.split(' ')) known.add(name)
    collected.set(role, known)
  }
  return collected
}

const namesByRole = collectNames()

const noNames: ReadonlySet<string> = new Set()

/** The most likely first. */
export const namesOf = (role: Role): ReadonlySet<string> => namesByRole.get(role) ?? noNames

/** Whether a plain name has a role. */
export const hasRole = (plain: string, role: Role): boolean => namesOf(role).has(plain)

/** .NET calls a UUID a guid. */
export const isUuidFormat = (format: unknown): boolean => format === 'uuid' || format === 'guid'

/** Generated from src/control/openapi.yaml by `npm run docs`. */

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports that the server is up. Needs no token. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports whether requests are served: 200, or 503 with the reason. Needs no token. */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this OpenAPI document. */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the served documents with their addresses and resources, and a request to try for each. */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{document}/openapi.json": {
        parameters: {
            query?: {
                /** @description Name of a sandbox, whose address the servers of the document then have. */
                sandbox?: string;
            };
            header?: never;
            path: {
                /** @description Name of the document: its file without folder and extension. */
                document: string;
            };
            cookie?: never;
        };
        /** Returns a document as it is served: as one file, with its overlay applied and the addresses of this server. */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns metrics in the text format of Prometheus. */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams exchanges and changes of sandboxes as server-sent events. */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the coverage of the documents by all sandboxes, including deleted ones. */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the scenarios. */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks the text of a scenario as `standin check` does, without using it. */
        post: operations["checkScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios/schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the JSON Schema of scenario files with the operations, paths, statuses and lifecycles of the documents. */
        get: operations["getScenarioSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios/{scenario}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a scenario. */
                scenario: string;
            };
            cookie?: never;
        };
        /** Returns the source of a scenario, and its steps in words. */
        get: operations["getScenario"];
        /** Defines a scenario for all sandboxes of this process, or replaces it. With save, also writes its file. */
        put: operations["putScenario"];
        post?: never;
        /** Deletes a scenario that is not saved; the file of its name is used again. With file=true, deletes the file, too. */
        delete: operations["deleteScenario"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchanges/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        /** Returns an exchange and explains its response. */
        get: operations["explainExchange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchanges/{requestId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        /** Lists the records that an exchange changed, with their values before and after. Needs --rewind, --data or --store. */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchanges/{requestId}/differences/{otherId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
                /** @description Sandbox-Request-Id of another response. */
                otherId: string;
            };
            cookie?: never;
        };
        /** Compares two exchanges: requests, responses, violations and notices. Lists at most 1,000 differences. */
        get: operations["diffExchanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchanges/{requestId}/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        /** Writes a scenario that responds to such a request as this one was responded to. It is returned, not used or saved. */
        get: operations["writeScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchanges/{requestId}/send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the request of an exchange again, with changes, in its sandbox or another one. */
        post: operations["sendExchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the sandboxes. Being listed does not count as use. */
        get: operations["listSandboxes"];
        put?: never;
        /** Creates a sandbox and a key for it. */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Returns a sandbox. */
        get: operations["getSandbox"];
        put?: never;
        post?: never;
        /** Deletes the sandbox. The default sandbox is reset instead. */
        delete: operations["deleteSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resets the sandbox to its initial state: records, clock, scenario, keys, journal. Keeps snapshots and coverage. */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/differences/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                /** @description The id of another sandbox. */
                other: string;
            };
            cookie?: never;
        };
        /** Compares the records of two sandboxes: what the other one has added, changed and deleted. */
        get: operations["diffSandboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Returns the sandbox as a fixture set: records, next ids and the keys of its fixtures, at one moment. */
        get: operations["exportSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replaces records, next ids and keys by those of a fixture set, as an export returns it: all of them, or none. Retains resources that the set does not name. */
        put: operations["importSandbox"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Returns the coverage of the documents by the sandbox. */
        get: operations["getSandboxCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/coverage/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists documented pairs of operation and status that the sandbox has not covered, each with a request that covers it. */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        get?: never;
        /** Switches scenarios on (names separated by commas), or off with null. */
        put: operations["setScenario"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Returns the time, and whether it is frozen or was set. */
        get: operations["getClock"];
        /** Sets or freezes the clock, or both. It runs on unless it is frozen. */
        put: operations["setClock"];
        post?: never;
        /** Returns the clock to real time. */
        delete: operations["clearClock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves the clock forward, or backward by a negative duration. */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/clock/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists what time will change next, the next change first: lifecycles of records, keys that expire, operations that are removed, and the end of the sandbox. */
        get: operations["listUpcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists the snapshots. */
        get: operations["listSnapshots"];
        put?: never;
        /** Saves records, clock and scenario position under a name. Replaces a snapshot of the same name. */
        post: operations["takeSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                name: components["parameters"]["Snapshot"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a snapshot. */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                name: components["parameters"]["Snapshot"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores a snapshot. */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/resources": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists the resources with the number of their records, their operations, columns and links. */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/resources/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        /** Returns a resource with the schema for a form. */
        get: operations["getResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/records/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        /** Lists the records of a resource: a page, in the order of lists or sorted, filtered and searched. A header has the total. */
        get: operations["listRecords"];
        /** Replaces all records of the resource. */
        put: operations["putRecords"];
        /** Adds a record. An integer id is generated if it has none. */
        post: operations["addRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/records/{resource}/check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns what is wrong with a record that would be added. Changes nothing. */
        post: operations["checkNewRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/records/{resource}/{recordId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        /** Returns a record. */
        get: operations["getRecord"];
        /** Replaces a record, or adds it. */
        put: operations["putRecord"];
        post?: never;
        /** Deletes a record. With `Prefer: return=representation` it returns the record, so that PUT can restore it. */
        delete: operations["deleteRecord"];
        options?: never;
        head?: never;
        /** Changes a record by a merge patch (RFC 7396). */
        patch: operations["patchRecord"];
        trace?: never;
    };
    "/sandboxes/{id}/records/{resource}/{recordId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns what is wrong with a record that would replace this one. Changes nothing. */
        post: operations["checkRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Describes which credentials the operations of each document require, and where a request carries them. */
        get: operations["describeCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists the keys of the sandbox, from its fixtures and generated. */
        get: operations["listKeys"];
        put?: never;
        /** Generates a key that gives access to this sandbox only. */
        post: operations["generateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                key: string;
            };
            cookie?: never;
        };
        get?: never;
        /** Adds a key of this value to this sandbox, or replaces it. Restores a deleted key. */
        put: operations["putKey"];
        post?: never;
        /** Deletes a key from this sandbox. An access token is revoked. */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        /** Changes the state or the scopes of a key in this sandbox. */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/sandboxes/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists the URLs that receive the sandbox's webhooks, first those of --webhook. */
        get: operations["listWebhooks"];
        put?: never;
        /** Adds a URL that receives the sandbox's webhooks. */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                webhook: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a URL. What has not been delivered to it is dropped. */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists the deliveries of webhooks and callbacks, in the order of their creation. At most 1,000 that have ended are kept. */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/deliveries/await": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Waits for deliveries. At the timeout it returns the others. */
        post: operations["awaitDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                delivery: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a delivery at once, with the same id, whatever has become of it. One that is being sent is sent again after that. */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Returns a valid request for an operation, with values of the sandbox's records and one of its keys. */
        get: operations["suggestRequest"];
        put?: never;
        /** Sends a request to the sandbox as a client would. */
        post: operations["sendRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/exchanges": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Lists the exchanges of the journal, oldest first: all of them, or those that match. */
        get: operations["listExchanges"];
        put?: never;
        post?: never;
        /** Empties the journal. */
        delete: operations["clearExchanges"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/exchanges/counts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** Counts the exchanges of the journal: all, by class of status, by operation. */
        get: operations["countExchanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}/exchanges/await": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Waits for matching exchanges. At the timeout it returns what arrived instead. */
        post: operations["awaitExchanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A time such as 2030-12-06T00:00:00Z. */
        Instant: string;
        /** Format: date-time */
        Time: string;
        /** @description A duration such as 300ms, 2s, 5m, 1h or 1d. */
        Duration: string;
        /** @enum {unknown} */
        KeyState: "active" | "expired" | "revoked";
        /** @description The scopes of a key, as the documents' security names them. Default: all scopes. */
        Scopes: string[];
        Health: {
            /** @constant */
            status: "ok";
            version: string;
            documents: {
                title: string;
                /** Format: uri */
                url: string;
            }[];
        };
        NotReady: {
            /** @constant */
            status: "not-ready";
            reason: string;
        };
        Document: {
            name: string;
            title: string;
            file: string;
            /** Format: uri */
            url: string;
            /** @description All addresses at which the document is served, `url` first. */
            addresses: string[];
            /** @description Addresses of the real service: the `servers` of the document, with the default values of their variables. */
            servers: string[];
            /** @description Number of operations. */
            operations: number;
            resources: string[];
            /** @description Names of its webhooks. */
            webhooks: string[];
            /** @description Number of operations with callbacks. */
            callbacks: number;
            /** @description A request that succeeds; null if none was found. */
            request: null | components["schemas"]["SampleRequest"];
        };
        SampleRequest: {
            method: string;
            /** Format: uri */
            url: string;
            /** @description A command for a POSIX shell. */
            curl: string;
            /** @description An expression of JavaScript. */
            fetch: string;
            /** @description Python, with the package requests. */
            python: string;
        };
        SuggestedRequest: {
            method: string;
            /** @description With the query. */
            path: string;
            headers: {
                [key: string]: string;
            };
            /** @description The body; null if there is none, or if it is a multipart form. */
            text: string | null;
            /** Format: uri */
            url: string;
            /** @description A command for a POSIX shell. */
            curl: string;
            /** @description An expression of JavaScript. */
            fetch: string;
            /** @description Python, with the package requests. */
            python: string;
        };
        Scenario: {
            name: string;
            description: string;
            file: string;
            /** @description Number of steps. */
            steps: number;
            /** @description False for a scenario that was defined through the control API and not saved. */
            saved: boolean;
            /** @description Whether its file is part of Standin. */
            builtIn: boolean;
        };
        ScenarioSource: {
            name: string;
            description: string;
            /** @description The file that it is in or replaces. */
            file: string;
            source: string;
            saved: boolean;
            /** @description Whether its file is part of Standin. */
            builtIn: boolean;
            /** @description The file that saving it writes; null if it cannot be saved. */
            saveTo: string | null;
            /** @description The version of your file that the source is from; null if the scenario is built in or was never saved. */
            version: string | null;
            /** @description Each step in words. */
            steps: string[];
            /** @description The operations that it applies to. */
            operations: {
                operation: string;
                document: string;
                method: string;
                /** @description With the base path. */
                path: string;
                /** @description The numbers of the steps that apply to it. */
                steps: number[];
            }[];
            /** @description Lifecycles that it holds: Message.status. */
            holds: string[];
            /** @description Fixture sets that its requests use, or none. */
            records: string[];
        };
        WrittenScenario: {
            /** @description A name that no scenario has. */
            name: string;
            /** @description The text of the scenario file. Secrets are left out or replaced. */
            source: string;
        };
        Findings: {
            /** @description The file that saving it writes; null if it cannot be saved. */
            saveTo: string | null;
            findings: {
                code: string;
                line?: number;
                column?: number;
                message: string;
            }[];
        };
        Sandbox: {
            id: string;
            /**
             * Format: uri
             * @description The sandbox's own address.
             */
            url: string;
            /** @description The address of each document in this sandbox. */
            addresses: {
                document: string;
                /** Format: uri */
                url: string;
            }[];
            /** @description Active scenarios, separated by commas. */
            scenario: string | null;
            clock: components["schemas"]["Clock"];
            /** @description The fixture set that the sandbox started with; null for the default set. */
            fixtures: string | null;
            snapshots: string[];
            /** @description Number of exchanges in the journal. */
            exchanges: number;
            /** @description Number of records, without those that are not generated yet. */
            records: number;
            /**
             * @description How it was created: with the server, by a request that named it, or through the control API.
             * @enum {unknown}
             */
            origin: "start" | "first-use" | "request";
            /** @description When this server last used it. Other servers may have used it later. */
            lastUsed: components["schemas"]["Time"];
            /** @description Milliseconds without use after which it is deleted; null: never. */
            ttl: number | null;
            /** @description Whether it can be forked and read as it was at any exchange of its journal: with --rewind, --data or --store. */
            rewind: boolean;
        };
        ResourceDifference: {
            resource: string;
            /** @description How many records only the other sandbox has. */
            added: number;
            changed: number;
            /** @description How many records the other sandbox does not have. */
            deleted: number;
            records: {
                /** @description The recordId of its path in the control API. */
                id: string;
                /** @description The record in the sandbox; null if it has none. */
                before: Record<string, never> | null;
                /** @description The record in the other one; null if it has none. */
                after: Record<string, never> | null;
            }[];
        };
        CreatedSandbox: {
            /** @description Gives access to this sandbox only. */
            key: string;
        } & components["schemas"]["Sandbox"];
        Export: {
            sandbox: string;
            /** @description The records by the name of their fixture file. A record has the property x-standin if its own properties do not say everything. */
            records: {
                [key: string]: Record<string, never>[];
            };
            /** @description The next id of each resource; where ids are strings, the position of the next one in their series. */
            nextIds: {
                [key: string]: number;
            };
            /** @description The keys of the fixture set. Absent if it accepts any syntactically valid key. */
            keys?: {
                key: string;
                state: components["schemas"]["KeyState"];
                expires?: components["schemas"]["Time"];
                scopes?: components["schemas"]["Scopes"];
            }[];
        };
        Import: {
            /** @description The sandbox that was exported. Has no effect. */
            sandbox?: string;
            /** @description All records of a resource, by the name of the resource or of its fixture file. A record may have the property x-standin. */
            records: {
                [key: string]: Record<string, never>[];
            };
            /** @description The next id of a resource; where ids are strings, the position of the next one in their series. Default: after the records. */
            nextIds?: {
                [key: string]: number;
            };
            /** @description The keys in place of those of the fixtures. A key that is not in the fixtures gives access to this sandbox only. Absent: keys are not changed. */
            keys?: {
                key: string;
                state?: components["schemas"]["KeyState"];
                expires?: components["schemas"]["Instant"];
                scopes?: components["schemas"]["Scopes"];
            }[];
        };
        Resource: {
            /** @description As in the path of its records. */
            name: string;
            title: string;
            document: string;
            /**
             * @description A collection, or a single record that exists from the start.
             * @enum {unknown}
             */
            form: "collection" | "single";
            /** @description The path of the collection or the single record, as its document writes it. */
            path: string | null;
            id: {
                /** @description The property that is the id: metadata.name inside another, row/col for a composite key. Null: records do not contain it. */
                property: string | null;
                /** @description The names that lead to the id, or the properties of a composite key. */
                parts: string[];
                /** @enum {unknown} */
                type: "integer" | "string";
                /** @description Whether a record that is added here without an id gets one. */
                generated: boolean;
            };
            /** @description How many parents the path of a record names. */
            parents: number;
            /** @description Number of records. Null: they are generated when they are first used, for example when they are listed. */
            count: number | null;
            /** @description The operations that list, create, read, replace, update or remove its records, or act on them. */
            operations: {
                operation: string;
                method: string;
                path: string;
                /** @enum {unknown} */
                behaviour: "list" | "create" | "read" | "replace" | "update" | "remove" | "action";
            }[];
            /** @description Properties for a table: the id first, then names, then other scalars. */
            columns: {
                name: string;
                /** @description The JSON pointer in a record, which `sort` accepts. */
                pointer: string;
                /** @enum {unknown} */
                type: "string" | "integer" | "number" | "boolean";
                format: string | null;
            }[];
            /** @description Properties that hold ids of other resources. */
            links: {
                property: string;
                resource: string;
                /** @description Whether the property is a list of ids. */
                list: boolean;
            }[];
            /** @description Properties that change as time passes. */
            lifecycles: {
                property: string;
                states: string[];
                after: components["schemas"]["Duration"];
            }[];
        };
        DescribedResource: components["schemas"]["Resource"] & {
            count: number;
            /** @description The JSON Schema (2020-12) of a record, complete in itself: what it refers to is in $defs. */
            schema: unknown;
            /** @description Whether the schema was too large, so that parts of it allow anything here. */
            truncated: boolean;
        };
        Clock: {
            now: components["schemas"]["Time"];
            frozen: boolean;
            /** @description False if the clock follows real time. */
            set: boolean;
        };
        UpcomingChange: {
            /** @enum {unknown} */
            kind: "lifecycle" | "key" | "sunset" | "ttl";
            /**
             * Format: date-time
             * @description When, on the clock that `clock` names. Null while it is held.
             */
            at: string | null;
            /** @description Milliseconds until then. A frozen clock stays where it is until it is set or advanced. */
            in: number | null;
            /**
             * @description Whose time `at` is: only the end of a sandbox follows real time.
             * @enum {unknown}
             */
            clock: "sandbox" | "real";
            /** @description A sentence for people. */
            what: string;
            /** @description The state until then. */
            from: string;
            /** @description The state from then on. */
            to: string;
            held: null | {
                /** @description The active scenarios that hold the lifecycle; empty if a request named the scenario, or it is not active any more. */
                scenarios: string[];
                /**
                 * @description What ends the hold: a change of the active scenarios, or a reset.
                 * @enum {unknown}
                 */
                until: "scenario" | "reset";
            };
            /** @description Of a lifecycle. */
            resource?: string;
            /** @description Of a lifecycle: the recordId of its path in the control API. */
            record?: string;
            /** @description Of a lifecycle. */
            property?: string;
            /** @description The key that expires. */
            key?: string;
            /** @description The operation that is removed. */
            operation?: string;
            /** @description Its document. */
            document?: string;
        };
        Snapshot: {
            name: string;
            at: components["schemas"]["Time"];
        };
        Key: {
            key: string;
            state: components["schemas"]["KeyState"];
            expires?: components["schemas"]["Time"];
            scopes?: components["schemas"]["Scopes"];
            /** @description Whether the key was generated for this sandbox. */
            generated: boolean;
        };
        Webhook: {
            id: string;
            url: string;
            /** @description Names of webhooks; empty: all of them. */
            events: string[];
            /** @description Signs what is sent. */
            secret: string;
            /**
             * @description option: of --webhook, in every sandbox.
             * @enum {unknown}
             */
            from: "option" | "sandbox";
        };
        /**
         * @description planned: the clock has to reach a lifecycle's move. waiting: it is tried again at dueAt.
         * @enum {unknown}
         */
        DeliveryState: "planned" | "sending" | "waiting" | "delivered" | "failed" | "dropped";
        Delivery: {
            id: string;
            /** @description The header webhook-id, the same in all attempts. */
            messageId: string;
            /** @enum {unknown} */
            kind: "webhook" | "callback";
            /** @description The name of the webhook or callback. */
            event: string;
            document: string;
            url: string;
            /** @description The id of the webhook that it is for; null for a callback. */
            webhook: string | null;
            state: components["schemas"]["DeliveryState"];
            /** @description Why it was dropped. */
            reason: string | null;
            signed: boolean;
            /** @description The id of the exchange that caused it. */
            cause: string;
            createdAt: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description On the sandbox's clock; null if it has ended, or a scenario holds it.
             */
            dueAt: string | null;
            attempts: {
                at: components["schemas"]["Time"];
                /** @description Of the receiver's response; null if there was none. */
                status: number | null;
                error: string | null;
            }[];
            /** @description What is sent, without the headers of the signature; null while it is planned. */
            request: {
                method: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
            } | null;
            /** @description The move of a lifecycle that it reports. */
            move: {
                resource: string;
                record: string;
                property: string;
                from: string;
                to: string;
            } | null;
        };
        AwaitedDeliveries: {
            met: boolean;
            count: number;
            deliveries: components["schemas"]["Delivery"][];
            /** @description Other deliveries, the last 20, if the condition was not met. */
            others: components["schemas"]["Delivery"][];
        };
        Credentials: {
            /** @description Whether the sandbox accepts any syntactically valid credential. */
            anyKey: boolean;
            documents: {
                document: string;
                title: string;
                /** @description Number of operations. */
                operations: number;
                /** @description Number of operations that can be called without credentials. */
                open: number;
                /** @description Each is enough; all schemes of one are required together. */
                alternatives: {
                    schemes: string[];
                    /** @description Number of operations that accept it. */
                    operations: number;
                }[];
                schemes: {
                    name: string;
                    /**
                     * @description Where a request carries the key; basic and digest: as user and password; none: in a client certificate, which is not checked.
                     * @enum {unknown}
                     */
                    place: "header" | "query" | "cookie" | "basic" | "digest" | "none";
                    /** @description The name of the header, the query parameter or the cookie. */
                    parameter: string;
                    /** @description What precedes the key in a header, with its space. */
                    prefix: string;
                    /** @description The scopes that operations require. */
                    scopes: string[];
                }[];
            }[];
        };
        Headers: {
            [key: string]: string;
        };
        Exchange: {
            /** @description Sandbox-Request-Id. */
            id: string;
            sandbox: string;
            at: components["schemas"]["Time"];
            clock: components["schemas"]["Time"];
            /** @description Milliseconds. */
            duration: number;
            operation: string | null;
            document: string | null;
            request: {
                method: string;
                path: string;
                query: {
                    [key: string]: string | string[];
                };
                headers: components["schemas"]["Headers"];
                /** @description A JSON value, or text as a string. */
                body: unknown;
            };
            response: components["schemas"]["Response"];
            /** @description Scenario steps that were applied. */
            scenario: string[];
            code: string | null;
            message: string | null;
            violations: components["schemas"]["Violation"][];
            notices: components["schemas"]["Notices"];
            unmatched: boolean;
            deprecated: boolean;
            /** @description The exchange whose request was sent again. */
            sentFrom: string | null;
            /** @description In events only. Number of records that the request changed; null if it is not known. */
            changes?: number | null;
        };
        Notices: {
            kind: string;
            names: string[];
        }[];
        ExchangeSummary: {
            /** @description Sandbox-Request-Id. */
            id: string;
            sandbox: string;
            at: components["schemas"]["Time"];
            /** @description Milliseconds. */
            duration: number;
            method: string;
            /** @description As it was sent, with the query. */
            path: string;
            operation: string | null;
            document: string | null;
            status: number;
            /** @description How the connection was broken. */
            fault?: string;
            code: string | null;
            /** @description Number of violations. */
            violations: number;
            notices: components["schemas"]["Notices"];
            /** @description Scenario steps that were applied. */
            scenario: string[];
            unmatched: boolean;
            deprecated: boolean;
            /** @description Number of records that the request changed; null if it is not known. */
            changes: number | null;
            /** @description The exchange whose request was sent again. */
            sentFrom: string | null;
        };
        ExchangeCounts: {
            /** @description Number of exchanges in the journal. */
            total: number;
            /** @description By class of status: 2xx, 4xx. */
            statuses: {
                [key: string]: number;
            };
            /** @description By operation, the most used first. */
            operations: {
                operation: string;
                document: string;
                count: number;
            }[];
            /** @description Requests that broke the contract. */
            violations: number;
            /** @description Requests whose path and method no document describes. */
            unmatched: number;
            /** @description Responses with notices. */
            notices: number;
            /** @description Exchanges that the limits of the journal have discarded, since it was last emptied. */
            discarded: number;
        };
        Change: {
            resource: string;
            /** @description The id of the record as in a path. */
            id: string;
            /** @description The scenario whose own records these are. Absent for the records of the sandbox. */
            scenario?: string;
            /** @description The record just before the exchange; null if it did not exist. */
            before: Record<string, never> | null;
            /** @description The record just after the exchange; null if it was deleted. */
            after: Record<string, never> | null;
        };
        Differences: {
            /** @description Sandbox-Request-Id. */
            first: string;
            /** @description Sandbox-Request-Id. */
            second: string;
            /** @description What differs in any two exchanges is left out: ids, times, durations. */
            differences: {
                /** @description A JSON pointer into the exchange: /response/body/name. */
                pointer: string;
                /** @description The value of the first exchange. Absent if it has none there. */
                first?: unknown;
                /** @description The value of the second exchange. Absent if it has none there. */
                second?: unknown;
            }[];
            /** @description Whether all differences are listed. */
            complete: boolean;
        };
        Response: {
            status: number;
            headers: components["schemas"]["Headers"];
            /** @description A JSON value, or text as a string. */
            body: unknown;
            /** @description How the connection was broken. */
            fault?: string;
        };
        Sent: {
            /** @description Sandbox-Request-Id of the new exchange. */
            id: string;
            sandbox: string;
            /** @description The exchange whose request was sent again. */
            sentFrom: string | null;
            /**
             * @description Whose credentials were sent: those in the headers or query of the request, the given key, an active key of the sandbox, or none.
             * @enum {unknown}
             */
            credentials: "request" | "key" | "sandbox" | "none";
            /** @description What was sent differently from the recorded request. */
            notes: string[];
            response: components["schemas"]["Response"];
        };
        Explanation: {
            why: {
                matched: {
                    operation: string;
                    document: string;
                    method: string;
                    path: string;
                    parameters: {
                        [key: string]: string;
                    };
                } | null;
                behaviour: {
                    kind: string;
                    resource: string;
                } | null;
                tried: {
                    step: string;
                    outcome: string;
                }[];
                decided: string;
                trace: string | null;
                refusal: {
                    code: string;
                    message: string;
                } | null;
            };
        } & components["schemas"]["Exchange"];
        Awaited: {
            met: boolean;
            /** @description Number of matching exchanges. */
            count: number;
            exchanges: components["schemas"]["Exchange"][];
            /** @description Other exchanges with their differences, nearest first. */
            near: {
                exchange: components["schemas"]["Exchange"];
                differs: string[];
            }[];
        };
        Parts: {
            name: string;
            count: number;
        }[];
        Coverage: {
            /** @constant */
            version: 1;
            operations: {
                operation: string;
                document: string;
                method: string;
                path: string;
                deprecated: boolean;
                count: number;
                statuses: {
                    name: string;
                    count: number;
                    documented: boolean;
                }[];
                parameters: components["schemas"]["Parts"];
                values: components["schemas"]["Parts"];
                requestTypes: components["schemas"]["Parts"];
                responseTypes: components["schemas"]["Parts"];
                scenarios: components["schemas"]["Parts"];
            }[];
            summary: {
                /** @description Number of documented operation/status pairs. */
                pairs: number;
                covered: number;
                percent: number;
            };
        };
        RecordProblem: {
            /** @description A JSON pointer into the record. */
            pointer: string;
            message: string;
            /** @description The violated keyword of JSON Schema, or id, unique or reference. */
            code: string;
            /**
             * @description A record with a warning is stored, one with an error is rejected.
             * @enum {unknown}
             */
            level: "error" | "warning";
        };
        Gap: {
            operation: string;
            document: string;
            method: string;
            /** @description As the document writes it. */
            path: string;
            /** @description As the document writes it: 404, 4XX or default. */
            status: string;
            how: ("request" | "preference") | null;
            /** @description What is special about the request, as a sentence. */
            what: string | null;
            /** @description The request, as POST /sandboxes/{id}/requests takes it. */
            send: null | {
                method: string;
                path: string;
                headers: {
                    [key: string]: string;
                };
                text?: string;
                key?: null;
            };
            /** @description The request, to copy. It was tried on a copy of the sandbox. */
            request: components["schemas"]["SampleRequest"] | null;
        };
        Violation: {
            at: string;
            /** @description A JSON pointer into the body, if the violation is there. */
            pointer?: string;
            keyword: string;
            message: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            violations?: components["schemas"]["Violation"][];
        };
    };
    responses: {
        /** @description The server is up. */
        Health: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Health"];
            };
        };
        /** @description Requests are served. */
        Ready: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "ready";
                };
            };
        };
        /** @description Requests are not served: the server loads, stops, or has lost its store. */
        NotReady: {
            headers: {
                /** @description Seconds after which to try again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotReady"];
            };
        };
        /** @description An OpenAPI document. */
        Description: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    openapi: "3.1.0";
                };
            };
        };
        /** @description The documents. */
        Documents: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Document"][];
            };
        };
        /** @description The document, in the version of OpenAPI that it has. */
        ServedDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    openapi?: string;
                    /** @constant */
                    swagger?: "2.0";
                };
            };
        };
        /** @description The scenarios. */
        Scenarios: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Scenario"][];
            };
        };
        /** @description The scenario. */
        ScenarioSource: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ScenarioSource"];
            };
        };
        /** @description The scenario. */
        WrittenScenario: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WrittenScenario"];
            };
        };
        /** @description The findings. */
        Findings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Findings"];
            };
        };
        /** @description The coverage. */
        Coverage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Coverage"];
            };
        };
        /** @description The pairs, in the order of the documents. */
        Gaps: {
            headers: {
                /** @description How many there are on all pages. */
                "X-Total-Count"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Gap"][];
            };
        };
        /** @description The sandbox. */
        Sandbox: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sandbox"];
            };
        };
        /** @description The sandboxes. */
        Sandboxes: {
            headers: {
                /** @description How many there are on all pages. */
                "X-Total-Count"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sandbox"][];
            };
        };
        /** @description The resources whose records differ. */
        SandboxDifferences: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ResourceDifference"][];
            };
        };
        /** @description Created. */
        CreatedSandbox: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CreatedSandbox"];
            };
        };
        /** @description The fixture set. */
        Export: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Export"];
            };
        };
        /** @description The clock. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The changes. Those that a scenario holds have no time, and come last. */
        Upcoming: {
            headers: {
                /** @description How many there are without the limit. */
                "X-Total-Count"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UpcomingChange"][];
            };
        };
        /** @description The snapshot. */
        Snapshot: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        /** @description The snapshots. */
        Snapshots: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Snapshot"][];
            };
        };
        /** @description The resources. */
        Resources: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Resource"][];
            };
        };
        /** @description The resource. */
        Resource: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DescribedResource"];
            };
        };
        /** @description The record. */
        Record: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Record<string, never>;
            };
        };
        /** @description The added record; Location is its address in the control API, also where its id is not in it or is composite. */
        AddedRecord: {
            headers: {
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": Record<string, never>;
            };
        };
        /** @description The records. */
        Records: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Record<string, never>[];
            };
        };
        /** @description The deleted record as in a fixture: with the property x-standin if its own properties do not say everything. */
        DeletedRecord: {
            headers: {
                "Preference-Applied"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": Record<string, never>;
            };
        };
        /** @description What is wrong, or an empty list. */
        RecordProblems: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecordProblem"][];
            };
        };
        /** @description The records; with rows=true, objects with recordId, id, parent, createdAt, facts and record. */
        FoundRecords: {
            headers: {
                /** @description How many records there are on all pages. */
                "X-Total-Count"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": Record<string, never>[];
            };
        };
        /** @description What each document requires. */
        Credentials: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        /** @description The key. */
        Key: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Key"];
            };
        };
        /** @description The keys. */
        Keys: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Key"][];
            };
        };
        /** @description The webhook. */
        Webhook: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Webhook"];
            };
        };
        /** @description The webhooks. */
        Webhooks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Webhook"][];
            };
        };
        /** @description The delivery. */
        Delivery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Delivery"];
            };
        };
        /** @description The deliveries. */
        Deliveries: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Delivery"][];
            };
        };
        /** @description The deliveries, and whether the condition was met. */
        AwaitedDeliveries: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AwaitedDeliveries"];
            };
        };
        /** @description The exchanges, or their summaries. */
        Exchanges: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Exchange"][] | components["schemas"]["ExchangeSummary"][];
            };
        };
        /** @description The changes. */
        Changes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Change"][];
            };
        };
        /** @description The differences. */
        Differences: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Differences"];
            };
        };
        /** @description The request. */
        SuggestedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SuggestedRequest"];
            };
        };
        /** @description The request was handled; the response says how. */
        Sent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sent"];
            };
        };
        /** @description The counts. */
        ExchangeCounts: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExchangeCounts"];
            };
        };
        /** @description The exchange with its explanation. */
        Explanation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Explanation"];
            };
        };
        /** @description The matching exchanges, and whether the condition was met. */
        Awaited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Awaited"];
            };
        };
        /** @description What is wrong, and what to do. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Sandbox-Request-Id of the response. */
        Exchange: string;
        /** @description The id of a sandbox, percent-encoded. */
        Sandbox: string;
        Snapshot: string;
        Resource: string;
        /** @description The id of an exchange in the sandbox's journal: reads the records as they were just after it. With a hyphen at the end: just before it. */
        At: string;
        /** @description ignore: stores the record although it breaks its schema. It still needs its id, and unique values. */
        Contract: "ignore";
        /** @description Takes a snapshot of this name before anything changes. Restore it to undo the change. */
        SnapshotFirst: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Health"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Ready"];
            503: components["responses"]["NotReady"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Description"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description The sandbox whose addresses and requests are listed (default `default`). */
                sandbox?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Documents"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /** @description Name of a sandbox, whose address the servers of the document then have. */
                sandbox?: string;
            };
            header?: never;
            path: {
                /** @description Name of the document: its file without folder and extension. */
                document: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServedDocument"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only events of this sandbox, and those that concern all. */
                sandbox?: string;
                /** @description How `exchange` events describe an exchange; none: there are no such events. */
                view?: "full" | "summary" | "none";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of `exchange` events, of `sandbox`, `scenario`, `clock`, `records`, `snapshots`, `keys`, `webhooks`, `exchanges` and `files` events, and of `missed` events for a client that reads too slowly. With `view=summary` at most 2,000 exchanges a second are described, and 500 while there are more; `missed` has the number of the others, and in `sandboxes` that of each sandbox, if they are at most 100. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    getCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Coverage"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Scenarios"];
            "4XX": components["responses"]["Problem"];
        };
    };
    checkScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text of the scenario file. */
                    source: string;
                    name?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Findings"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getScenarioSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri */
                        $schema: string;
                    };
                };
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    getScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a scenario. */
                scenario: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScenarioSource"];
            "4XX": components["responses"]["Problem"];
        };
    };
    putScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a scenario. */
                scenario: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text of the scenario file. */
                    source: string;
                    /**
                     * @description Write it into the folder of scenarios.
                     * @default false
                     */
                    save?: boolean;
                    /** @description The version that was edited. 409 if the file was changed elsewhere since. Default: whatever the file has is replaced. */
                    version?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["ScenarioSource"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    deleteScenario: {
        parameters: {
            query?: {
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description The name of a scenario. */
                scenario: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    explainExchange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Explanation"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Changes"];
            "4XX": components["responses"]["Problem"];
        };
    };
    diffExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
                /** @description Sandbox-Request-Id of another response. */
                otherId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Differences"];
            "4XX": components["responses"]["Problem"];
        };
    };
    writeScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WrittenScenario"];
            "4XX": components["responses"]["Problem"];
        };
    };
    sendExchange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Sandbox-Request-Id of the response. */
                requestId: components["parameters"]["Exchange"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    method?: string;
                    /** @description With the query: /v1/orders?limit=1. */
                    path?: string;
                    /** @description Added to the headers of the request; null removes one. */
                    headers?: {
                        [key: string]: string | null;
                    };
                    /** @description Sent as JSON. Not together with text. */
                    body?: unknown;
                    /** @description Sent as it is; empty for no body. */
                    text?: string;
                    /** @description The key to use; null for no credentials. Default: an active key of the sandbox, unless the headers have credentials, or the recorded request had none. */
                    key?: string | null;
                    /** @description The sandbox to send it to. Default: that of the exchange. */
                    sandbox?: string;
                };
            };
        };
        responses: {
            201: components["responses"]["Sent"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listSandboxes: {
        parameters: {
            query?: {
                /** @description A text in the id, the fixture set or an active scenario. Upper and lower case are the same. */
                q?: string;
                /** @description The order: oldest first, by id, or last used first. */
                sort?: "created" | "id" | "used";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sandboxes"];
            "4XX": components["responses"]["Problem"];
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The id of the sandbox. Default: generated. */
                    id?: string;
                    /** @description A sandbox to copy, one of its snapshots (checkout/before), or how it was just after one of its exchanges (checkout@req-1f-2; with a hyphen at the end, just before). */
                    from?: string;
                    /** @description The fixture set to start with. */
                    fixtures?: string;
                    /** @description Scenarios to switch on, separated by commas: slow, flaky. */
                    scenario?: string | null;
                    clock?: components["schemas"]["Instant"];
                    ttl?: components["schemas"]["Duration"];
                };
            };
        };
        responses: {
            201: components["responses"]["CreatedSandbox"];
            503: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sandbox"];
            "4XX": components["responses"]["Problem"];
        };
    };
    deleteSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: {
                /** @description Takes a snapshot of this name before anything changes. Restore it to undo the change. */
                snapshot?: components["parameters"]["SnapshotFirst"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sandbox"];
            "4XX": components["responses"]["Problem"];
        };
    };
    diffSandboxes: {
        parameters: {
            query?: {
                /** @description How many records of each resource are listed. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                /** @description The id of another sandbox. */
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SandboxDifferences"];
            "4XX": components["responses"]["Problem"];
        };
    };
    exportSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Export"];
            503: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    importSandbox: {
        parameters: {
            query?: {
                /** @description ignore: stores the record although it breaks its schema. It still needs its id, and unique values. */
                contract?: components["parameters"]["Contract"];
                /** @description Takes a snapshot of this name before anything changes. Restore it to undo the change. */
                snapshot?: components["parameters"]["SnapshotFirst"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        /** @description The fixture set. It may be 64 times as large as --max-body: by default, 64 MB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Import"];
            };
        };
        responses: {
            200: components["responses"]["Sandbox"];
            503: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getSandboxCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Coverage"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listGaps: {
        parameters: {
            query?: {
                /** @description Only of this operation: its operationId, or GET /orders if it has none. */
                operation?: string;
                /** @description Only of this document. */
                document?: string;
                /** @description Only of this status, as the document writes it. */
                status?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Gaps"];
            "4XX": components["responses"]["Problem"];
        };
    };
    setScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scenario: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["Sandbox"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Problem"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    now?: components["schemas"]["Instant"];
                    frozen?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Problem"];
        };
    };
    clearClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Problem"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A duration such as 2h, 1d or -30s. */
                    by: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listUpcoming: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Upcoming"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Snapshots"];
            "4XX": components["responses"]["Problem"];
        };
    };
    takeSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            201: components["responses"]["Snapshot"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                name: components["parameters"]["Snapshot"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                name: components["parameters"]["Snapshot"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sandbox"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Resources"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Resource"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listRecords: {
        parameters: {
            query?: {
                limit?: number;
                /** @description How many records to skip. */
                offset?: number;
                /** @description Lists only records after the one with this id, in the order of lists: by integer id, or oldest first. */
                after?: string;
                /** @description A property (name) or a JSON pointer (/address/city); with a hyphen in front, descending (-name). Records without it are last; 400 if neither the schema nor a record has it. Default: the order of lists. */
                sort?: string;
                /** @description Lists only records with this text in a string, a number or another scalar; upper and lower case are the same. */
                q?: string;
                /** @description Lists only records with this value at a property or a JSON pointer: where[status]=available. A list has it if one of its items is that value. All conditions must match. */
                where?: {
                    [key: string]: string;
                };
                /** @description Returns each record in an object that also has recordId (as in the path of the record), id, parent, createdAt and facts (its x-standin in an export). */
                rows?: boolean;
                /** @description The id of an exchange in the sandbox's journal: reads the records as they were just after it. With a hyphen at the end: just before it. */
                at?: components["parameters"]["At"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FoundRecords"];
            503: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    putRecords: {
        parameters: {
            query?: {
                /** @description ignore: stores the record although it breaks its schema. It still needs its id, and unique values. */
                contract?: components["parameters"]["Contract"];
                /** @description Takes a snapshot of this name before anything changes. Restore it to undo the change. */
                snapshot?: components["parameters"]["SnapshotFirst"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>[];
            };
        };
        responses: {
            200: components["responses"]["Records"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    addRecord: {
        parameters: {
            query?: {
                /** @description ignore: stores the record although it breaks its schema. It still needs its id, and unique values. */
                contract?: components["parameters"]["Contract"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            201: components["responses"]["AddedRecord"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    checkNewRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: components["responses"]["RecordProblems"];
            "4XX": components["responses"]["Problem"];
        };
    };
    getRecord: {
        parameters: {
            query?: {
                /** @description The id of an exchange in the sandbox's journal: reads the records as they were just after it. With a hyphen at the end: just before it. */
                at?: components["parameters"]["At"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Record"];
            "4XX": components["responses"]["Problem"];
        };
    };
    putRecord: {
        parameters: {
            query?: {
                /** @description ignore: stores the record although it breaks its schema. It still needs its id, and unique values. */
                contract?: components["parameters"]["Contract"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: components["responses"]["Record"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    deleteRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description return=representation (RFC 7240). */
                Prefer?: string;
            };
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedRecord"];
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    patchRecord: {
        parameters: {
            query?: {
                /** @description ignore: stores the record although it breaks its schema. It still needs its id, and unique values. */
                contract?: components["parameters"]["Contract"];
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: components["responses"]["Record"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    checkRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                resource: components["parameters"]["Resource"];
                recordId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: components["responses"]["RecordProblems"];
            "4XX": components["responses"]["Problem"];
        };
    };
    describeCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Credentials"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Keys"];
            "4XX": components["responses"]["Problem"];
        };
    };
    generateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    expires?: components["schemas"]["Instant"];
                    state?: components["schemas"]["KeyState"];
                    scopes?: components["schemas"]["Scopes"];
                };
            };
        };
        responses: {
            201: components["responses"]["Key"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    putKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expires?: components["schemas"]["Instant"];
                    state?: components["schemas"]["KeyState"];
                    scopes?: components["schemas"]["Scopes"];
                };
            };
        };
        responses: {
            200: components["responses"]["Key"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    state?: components["schemas"]["KeyState"];
                    scopes?: components["schemas"]["Scopes"];
                };
            };
        };
        responses: {
            200: components["responses"]["Key"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Webhooks"];
            "4XX": components["responses"]["Problem"];
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address of this machine, or of a host that --allow-webhook-host names. */
                    url: string;
                    /** @description Names of webhooks. Default: all of them. */
                    events?: string[];
                    /** @description Signs what is sent: whsec_ and 24 to 64 bytes in base64. Default: generated. */
                    secret?: string;
                };
            };
        };
        responses: {
            201: components["responses"]["Webhook"];
            507: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The name of a webhook or callback. 400 if no document has it, and it was never sent. */
                event?: string;
                state?: components["schemas"]["DeliveryState"];
                /** @description The id of the exchange that caused them. */
                cause?: string;
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deliveries"];
            "4XX": components["responses"]["Problem"];
        };
    };
    awaitDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The name of a webhook or callback. 400 if no document has it, and it was never sent. */
                    event?: string;
                    state?: components["schemas"]["DeliveryState"];
                    /** @description The id of the exchange that caused them. */
                    cause?: string;
                    /** @description Minimum number. Default: 1. */
                    count?: number;
                    timeout?: components["schemas"]["Duration"];
                };
            };
        };
        responses: {
            200: components["responses"]["AwaitedDeliveries"];
            "4XX": components["responses"]["Problem"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Delivery"];
            "4XX": components["responses"]["Problem"];
        };
    };
    suggestRequest: {
        parameters: {
            query?: {
                /** @description An operationId, or method and path: GET /orders. Default: an operation to try first. */
                operation?: string;
                /** @description The name of a document, if several have the operation. */
                document?: string;
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SuggestedRequest"];
            "4XX": components["responses"]["Problem"];
        };
    };
    sendRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: GET, or POST with a body. */
                    method?: string;
                    /** @description With the query: /v1/orders?limit=1. */
                    path: string;
                    /** @description The headers of the request. */
                    headers?: {
                        [key: string]: string | null;
                    };
                    /** @description Sent as JSON. Not together with text. */
                    body?: unknown;
                    /** @description Sent as it is; empty for no body. */
                    text?: string;
                    /** @description The key to use; null for no credentials. Default: an active key of the sandbox, unless the headers have credentials. */
                    key?: string | null;
                };
            };
        };
        responses: {
            201: components["responses"]["Sent"];
            "4XX": components["responses"]["Problem"];
        };
    };
    listExchanges: {
        parameters: {
            query?: {
                /** @description An operationId. 400 if neither a document nor the journal has it. */
                operation?: string;
                method?: string;
                /** @description A status, or all of a class: 4xx. */
                status?: string;
                /** @description Whether the request broke the contract. */
                violations?: boolean;
                /** @description Whether no document describes the path and method. */
                unmatched?: boolean;
                /** @description Whether the response has notices. */
                notices?: boolean;
                /** @description A scenario, or one of its steps (flaky/1), that took effect. */
                scenario?: string;
                /** @description A text in the request id, path, query, operationId, a body, the message of an error or a notice. Of each body, the first 64 KiB are searched. */
                q?: string;
                /** @description A request id or a time; lists only later exchanges. */
                since?: string;
                /** @description A request id or a time; lists only earlier exchanges. */
                before?: string;
                /** @description Lists only this number of the latest exchanges. */
                limit?: number;
                /** @description Which exchange comes first. */
                order?: "oldest" | "newest";
                /** @description Whole exchanges, or summaries without headers and bodies. */
                view?: "full" | "summary";
            };
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Exchanges"];
            503: components["responses"]["Problem"];
            "4XX": components["responses"]["Problem"];
        };
    };
    clearExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Emptied. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Problem"];
        };
    };
    countExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExchangeCounts"];
            "4XX": components["responses"]["Problem"];
        };
    };
    awaitExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sandbox, percent-encoded. */
                id: components["parameters"]["Sandbox"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An operationId. 400 if no document has it. */
                    operation?: string;
                    method?: string;
                    status?: number;
                    /** @description A subset of an exchange, with the matchers of scenarios: {request: {body: {name: {matches: '^Rex'}}}}. */
                    where?: Record<string, never>;
                    /** @description Minimum number. */
                    count?: number;
                    exactly?: number;
                    atMost?: number;
                    /** @description A request id or a time. */
                    since?: string;
                    timeout?: components["schemas"]["Duration"];
                };
            };
        };
        responses: {
            200: components["responses"]["Awaited"];
            "4XX": components["responses"]["Problem"];
        };
    };
}

import type { Lexicon } from "./lexicon.ts";

export const ROMANCE: readonly Lexicon[] = [
  {
    language: "Spanish",
    drop: "ignora.|ignore.|ignorad.|ignoren.|ignorar.|olvida.|olvidas.|olvide.|olviden.|olvidar.|olvídate|omite|omita|omitan|descarta|descarte|desestima|desestime|desatiende|desobedece|haz caso omiso|haga caso omiso|hagan caso omiso|no hagas caso|no haga caso|no sigas|no siga|no obedezcas|no obedezca|no cumplas|no respetes|deja de seguir|deje de seguir|deja de lado|deja a un lado|pasa por alto|pase por alto|prescinde de|prescinda de|anula|anule|abandona|abandone|sáltate|suprime|borra de tu memoria|no tengas en cuenta|no tenga en cuenta",
    rules:
      "política|instruccion|instrucción|indicacion|indicación|órdenes|orden|directriz|directrices|directiva|regla|norma|normas|consigna|mandato|restriccion|restricción|pautas|limitacion|configuración inicial|mensaje de sistema|mensaje del sistema|prompt|lineamiento|política de seguridad|encargo",
    prior:
      "que te fueron|que recibió|anterior|previa|previo|precedente|antes|arriba|dadas|dados|que te dieron|que te han dado|que has recibido|que recibiste|recibid|todas|todos|toda|tus|sus|cualquier|existente|original|inicial|vigente|hasta ahora|iniciales|del sistema|de seguridad",
    every:
      "todo lo anterior|todo lo dicho|todo lo que te|todo lo que se te|lo anterior|lo que te han dicho|lo que se te dijo|lo que se te ha dicho|lo que se te haya|lo que te dijeron|lo que te hayan|todo lo de arriba|cuanto te han|cuanto se te",
    text: "página|artículo|texto|documento|correo|función|código|contenido|pregunta|solicitud|petición|tarea",
    say: "di que|diga|indica|indique|responde|responda|escribe|escriba|declara|afirma|imprime|contesta|decir|muestra|en su lugar|en vez de",
    give: "dame|dime|deme|dígame|muéstrame|muéstreme|muestra|muestre|revela|revele|revélame|envíame|envíeme|facilítame|proporciona|proporcióname|comparte|imprime|repite|repita|transcribe|enumera|cuéntame|cuál es|cuáles son|pásame|divulga|confirmar|confirme|confirma",
    secret:
      "contraseña|clave secreta|clave de api|claves de api|clave api|claves api|clave privada|claves privadas|claves de acceso|clave de acceso|credencial|token de acceso|tokens|número de tarjeta|datos bancarios|variables de entorno|datos confidenciales|secreto|clave ssh|frase de contraseña",
    prompt:
      "tu prompt|su prompt|prompt del sistema|prompt de sistema|prompt inicial|tus instrucciones|sus instrucciones|instrucciones ocultas|instrucciones internas|instrucciones iniciales|instrucciones del sistema|mensaje de sistema|mensaje del sistema|tu configuración interna|tus reglas internas|tu clave secreta|su clave secreta",
    maker:
      "soy dios|soy tu desarrollador|soy su desarrollador|soy el desarrollador|soy un desarrollador|soy desarrollador|soy tu creador|soy tu administrador|soy el administrador|soy administrador|soy tu dueño|soy un ingeniero de|como tu creador|como tu desarrollador|ia desarrollada por|ia creada por|ia de openai|equipo de openai|equipo de anthropic|personal de openai|trabajo para openai|trabajo en openai",
    mode: "modo",
    enter:
      "estoy entrando|entro en|entro ahora|estoy activando|activo el|estoy iniciando|inicio el|ahora estás en|estás ahora en|has entrado en|pasas a|activa el|entra en|cambia al|paso a",
    obey: "obedeces solo|obedecerás solo|obedece solo|obedezca solo|obedeces únicamente|sigue solo|seguirás solo|siga solo|sigue únicamente|responder a todas mis preguntas|contestar todas mis preguntas|obedece mis|obedecer mis|obedéceme|obedecerme|obedecer solo|seguir mis|sigue mis|siga mis|sigue únicamente mis|escuchar mis|escucha mis|cumple mis|cumplir mis|hacer lo que yo|haz lo que yo|haz exactamente lo que|debes obedecer|responder solo a mis|acatar mis",
    now: "a partir de ahora|de ahora en adelante|desde ahora|a partir de este momento|desde este momento|en adelante|a partir de aquí",
    be: "eres|serás|actúa como|actúe como|actuarás|compórtate|te comportarás|finge ser|haz de|responderás|sin restricciones|sin filtros|sin límites|debes|no tienes restricciones|tu única",
    task: "tu nueva tarea|su nueva tarea|tu nuevo objetivo|tu nueva misión|nuevas instrucciones|nueva instrucción|tu verdadera tarea|tu verdadero objetivo|tu tarea real|la nueva tarea|en su lugar|en vez de eso|en cambio",
    conceal:
      "no le hagas saber|que no sepa|no le digas|no se lo digas|no digas|no le diga|no informes|no informe|no se lo cuentes|no le cuentes|no menciones|no mencione|no reveles|no avises|no avise|no notifiques|sin decírselo|sin decirle|sin decir|sin avisar|sin informar|sin mencionar|sin que|ocúltalo|ocúltaselo|oculta|a espaldas|a escondidas",
    user: "usuario|usuaria|usuarios|el cliente|se entere|lo sepa",
    ai: "asistente|modelo de lenguaje|inteligencia artificial|agente de ia|a la ia|la ia que|ia que lea|chatbot|modelo de ia|bot que|atención ia|estimada ia|si eres una ia|ias",
    send: "envía|envíe|enviar|manda|mande|reenvía|reenvíe|sube|suba|remite|transmite|publica|adjunta|copia",
    about:
      "ataque|inyección|atacante|vulnerabilidad|por ejemplo|ejemplo|frases como|malicios|jailbreak|detecta|filtro|se conoce como|phishing|maliciosa",
    denial: {
      after: "^\\p{L}*\\s+(?:este|esta|el presente)\\s+(?:mensaje|correo|e-?mail|aviso|carta)",
      before: "(?:no|nunca|jamás|sin|evite|evita|si|puede|puedes|pueden|podrá|podrás)\\s+(?:\\p{L}+\\s+)?$",
    },
  },
  {
    language: "Portuguese",
    drop: "ignora.|ignore.|ignorem.|ignorar.|esquece.|esqueça|esqueçam|desconsidere|desconsidera|desconsiderar|descarte|descarta|desobedeça|desobedece|não siga|não sigas|não cumpra|não obedeça|não leve em conta|não considere|deixe de seguir|deixa de seguir|deixe de lado|deixa de lado|pare de seguir|para de seguir|abandone|anule|despreze|apague da sua memória|passe por cima|contorne",
    rules:
      "política|instrução|instruções|instrución|orientações|orientação|diretriz|diretrizes|diretiva|ordens|ordem|comando|regra|regras|normas|restrições|restrição|limitações|prompt|mensagem de sistema|mensagem do sistema|indicações|política de segurança",
    prior:
      "que você recebeu|que recebeste|anterior|prévia|prévio|precedente|antes|acima|dadas|dados|recebid|que recebeu|que lhe deram|que te deram|todas|todos|toda|tuas|suas|qualquer|existente|original|originais|inicial|iniciais|até agora|do sistema|de segurança",
    every:
      "tudo o que|tudo que|tudo acima|tudo isso|o que foi dito|o que lhe foi|o que te disseram|tudo anterior|o anterior|o que veio antes",
    text: "página|artigo|texto|documento|e-mail|email|função|código|conteúdo|pergunta|pedido|solicitação|tarefa",
    say: "diga|dizer|indique|responda|escreva|declare|afirme|imprima|mostre|informe que|em vez disso|em seu lugar|estado",
    give: "dê-me|me dê|me diga|diga-me|me mostre|mostre-me|mostre|mostra|revele|revela|envie-me|me envie|forneça|fornece|compartilhe|partilhe|imprima|repita|repete|transcreva|liste|conte-me|me conte|qual é|quais são|divulgue|me passe|confirmar|confirme|confirma",
    secret:
      "senha|contrasinal|palavra-passe|palavra passe|chave secreta|chave de api|chaves de api|chave api|chave privada|chaves privadas|chaves de acesso|chave de acesso|credenciai|credencial|token de acesso|tokens|número do cartão|dados bancários|variáveis de ambiente|dados confidenciais|segredo|chave ssh",
    prompt:
      "prompt oculto|prompt escondido|seu prompt|teu prompt|prompt do sistema|prompt de sistema|prompt inicial|suas instruções|tuas instruções|instruções ocultas|instruções internas|instruções iniciais|instruções do sistema|mensagem de sistema|mensagem do sistema|sua configuração interna|sua chave secreta|tua chave secreta",
    maker:
      "sou deus|sou seu desenvolvedor|sou o seu desenvolvedor|sou o teu desenvolvedor|sou o desenvolvedor|sou um desenvolvedor|sou desenvolvedor|sou o seu criador|sou seu criador|sou seu administrador|sou o administrador|sou administrador|sou um programador|como seu criador|como seu desenvolvedor|ia desenvolvida|ia criada|ia da openai|equipe da openai|equipa da openai|equipe da anthropic|trabalho para a openai|trabalho na openai|inteligência artificial desenvolvida",
    mode: "modo",
    enter:
      "estou entrando|estou a entrar|entro em|estou a ativar|estou ativando|ativo o|estou iniciando|estou a iniciar|você está agora em|agora está em|entre em|ative o|ativa o|mude para o|passo para",
    obey: "obedece apenas|obedece só|obedeces apenas|obedecerá apenas|siga somente|siga apenas|segue apenas|responder a todas as minhas perguntas|responder todas as minhas|obedeça às minhas|obedeça minhas|obedecer às minhas|obedeça apenas|obedeça-me|obedecer-me|obedeça a mim|ouvir minhas|ouvir as minhas|escutar minhas|siga minhas|seguir minhas|seguir as minhas|siga apenas minhas|cumpra minhas|faça o que eu|fazer o que eu|faça exatamente o que|deve obedecer|deve me obedecer",
    now: "a partir de agora|de agora em diante|desde agora|a partir deste momento|doravante|daqui em diante|daqui para frente|a partir daqui",
    be: "você é|tu és|será|serás|aja como|age como|atue como|comporte-se|finja ser|faça-se passar|responderá|sem restrições|sem filtros|sem limites|deve|não tem restrições",
    task: "sua nova tarefa|tua nova tarefa|seu novo objetivo|sua nova missão|novas instruções|nova instrução|sua verdadeira tarefa|seu verdadeiro objetivo|a nova tarefa|em vez disso|em vez|ao invés",
    conceal:
      "não deixe|não diga|não conte|não informe|não mencione|não revele|não avise|não notifique|não fale|sem dizer|sem avisar|sem informar|sem contar|sem mencionar|sem que|oculte|esconda|às escondidas",
    user: "usuário|usuária|utilizador|o cliente|saiba|perceba",
    ai: "assistente|modelo de linguagem|inteligência artificial|agente de ia|à ia|a ia que|ia que ler|chatbot|modelo de ia|bot que|atenção ia|se você é uma ia|ias que",
    send: "envie|envia|enviar|mande|manda|encaminhe|encaminha|carregue|transmita|publique|anexe|remeta|copie",
    about:
      "ataque|injeção|atacante|vulnerabilidade|por exemplo|exemplo|frases como|malicios|jailbreak|deteta|detecta|filtro|phishing",
    denial: {
      after: "^\\p{L}*\\s+(?:este|esta|esse|essa)\\s+(?:mensagem|e-?mail|aviso|carta)",
      before: "(?:não|nunca|jamais|sem|evite|se|pode|podes|podem|poderá)\\s+(?:\\p{L}+\\s+)?$",
    },
  },
  {
    language: "French",
    drop: "ignore|ignorez|ignorer|oublie|oubliez|oublier|négligez|néglige|écarte|écartez|outrepasse|outrepassez|contourne|contournez|désobéis|ne suis plus|ne suivez plus|ne suis pas|ne suivez pas|n'obéis plus|n'obéissez plus|ne respecte plus|ne respectez plus|cesse de suivre|cessez de suivre|arrête de suivre|arrêtez de suivre|faites abstraction|fais abstraction|faites fi|fais fi|ne tenez pas compte|ne tiens pas compte|ne tenez aucun compte|ne tenez plus compte|ne tiens plus compte|laisse tomber|laissez tomber|laisse de côté|laissez de côté|mets de côté|mettez de côté|passe outre|passez outre|annule|annulez|abandonne|abandonnez|efface de ta mémoire|effacez de votre",
    rules:
      "politique|consigne|instruction|directive|ordre|ordres|règle|règles|contrainte|restriction|prompt|invite système|message système|indications|commandes|recommandations|politique de sécurité|limites|garde-fous",
    prior:
      "qui t'ont été|qui vous ont été|qu'on t'a|que l'on t'a|qu'on vous a|précédent|antérieur|préalable|ci-dessus|plus haut|avant|données|reçues|reçus|que tu as reçu|que vous avez reçu|toutes|tous|tes|vos|toute|tout|initial|originel|d'origine|existant|jusqu'ici|jusqu'à présent|système|de sécurité",
    every:
      "ce que l'on t'a|ce que l'on vous a|ce que tu as lu|tout ce qui précède|tout ce que|ce qui précède|tout ce qui a été|ce qu'on t'a|ce qu'on vous a|tout ce qui se trouve|tout le reste|ce qui est écrit plus haut",
    text: "page|article|texte|document|courriel|fonction|code|contenu|question|demande|tâche",
    say: "dis|dites|indique|indiquez|réponds|répondez|écris|écrivez|affirme|affirmez|déclare|déclarez|affiche|affichez|imprime|imprimez|à la place|au lieu",
    give: "donne-moi|donnez-moi|dis-moi|dites-moi|montre-moi|montrez-moi|montre|montrez|révèle|révélez|envoie-moi|envoyez-moi|fournis|fournissez|communique|communiquez|partage|partagez|affiche|affichez|imprime|imprimez|répète|répétez|récite|transcris|énumère|liste|quel est|quelle est|quelles sont|divulgue|divulguez|confirmer|confirme|confirmez|recopie|recopiez",
    secret:
      "mot de passe|mots de passe|clé secrète|clés secrètes|clé d'api|clés d'api|clé api|clés api|clé privée|clés privées|clés d'accès|clé d'accès|identifiants de connexion|identifiants|jeton d'accès|jetons|numéro de carte|données bancaires|variables d'environnement|données confidentielles|secrets|clé ssh",
    prompt:
      "ton prompt|votre prompt|prompt système|prompt initial|invite système|tes instructions|vos instructions|tes consignes|vos consignes|instructions cachées|instructions internes|instructions initiales|consignes initiales|consignes internes|message système|ta configuration interne|ta clé secrète|votre clé secrète|votre invite",
    maker:
      "je suis dieu|je suis votre développeur|je suis ton développeur|je suis le développeur|je suis un développeur|je suis développeur|je suis votre créateur|je suis ton créateur|je suis votre administrateur|je suis ton administrateur|je suis l'administrateur|je suis administrateur|en tant que votre créateur|en tant que ton créateur|en tant que votre développeur|ia développée par|ia créée par|ia d'openai|équipe d'openai|équipe openai|équipe anthropic|équipe d'anthropic|je travaille pour openai|je travaille chez",
    mode: "mode",
    enter:
      "j'entre|j'active|je passe en|je lance le|je démarre le|je suis en train d'entrer|tu es maintenant en|vous êtes maintenant en|tu passes en|vous passez en|passe en|passez en|active le|activez le|entre en|entrez en",
    obey: "obéis uniquement|tu obéis|obéis seulement|suis uniquement|suivez uniquement|tu n'obéis|ne suis que|tu suivras uniquement|répondre à toutes mes questions|obéis à mes|obéissez à mes|obéir à mes|obéis-moi|obéissez-moi|m'obéir|écouter mes|écoute mes|écoutez mes|suivre mes|suis mes|suivez mes|suis uniquement mes|suivez uniquement mes|respecter mes|exécute mes|exécutez mes|fais ce que je|faites ce que je|fais exactement ce que|faire ce que je|dois obéir|devez obéir|n'obéis qu'à",
    now: "à partir de maintenant|désormais|dorénavant|dès maintenant|à compter de maintenant|à partir de cet instant|dès à présent|à partir d'ici",
    be: "tu es|vous êtes|tu seras|vous serez|agis comme|agissez comme|agis en|comporte-toi|comportez-vous|fais semblant|joue le rôle|jouez le rôle|tu joues|tu réponds|tu répondras|vous répondrez|sans restriction|sans filtre|sans limite|tu dois|vous devez|tu n'as plus|vous n'avez plus",
    task: "ta nouvelle tâche|votre nouvelle tâche|ton nouvel objectif|votre nouvel objectif|ta nouvelle mission|votre nouvelle mission|nouvelles instructions|nouvelle instruction|nouvelles consignes|ta véritable tâche|votre véritable tâche|ta vraie tâche|à la place|au lieu de cela|au lieu de ça",
    conceal:
      "ne laisse pas|ne laissez pas|ne fais pas savoir|ne dis pas|ne dites pas|ne dis rien|ne dites rien|ne le dis pas|ne le dites pas|n'informe pas|n'informez pas|ne mentionne|ne mentionnez|ne révèle|ne révélez|ne préviens pas|ne prévenez pas|n'avertis pas|n'avertissez pas|n'en parle pas|n'en parlez pas|ne parle pas|ne parlez pas|ne signale|sans le dire|sans dire|sans prévenir|sans informer|sans avertir|sans en parler|sans mentionner|sans que|cache|cachez|à l'insu",
    user: "utilisateur|utilisatrice|usager|le client|ne le sache|s'en aperçoive|au client",
    ai: "assistant|modèle de langage|intelligence artificielle|agent ia|à l'ia|l'ia qui|toute ia|chatbot|agent conversationnel|modèle d'ia|robot qui|si tu es une ia|si vous êtes une ia|grand modèle",
    send: "envoie|envoyez|envoyer|transmets|transmettez|transmettre|transfère|transférez|expédie|téléverse|publie|publiez|joins|joignez|copie|copiez|poste|postez",
    about:
      "attaque|injection|attaquant|vulnérabilité|par exemple|exemple|phrases comme|malveillan|jailbreak|détecte|détecter|filtre|hameçonnage",
    denial: {
      before: "(?:ne|sans|jamais|évitez|peut|peux|pouvez|peuvent|si)\\s+(?:\\p{L}+\\s+)?$|n['\u2019]$",
      after:
        "^\\p{L}*\\s+(?:ce|cet|cette|le présent)\\s+(?:message|e-?mail|courriel|courrier|avis|lettre|mail)|^\\p{L}*\\s+(?:pas|jamais|aucun)",
    },
  },
  {
    language: "Italian",
    drop: "ignora|ignori|ignorate|ignorare|dimentica|dimentichi|dimenticate|dimenticare|trascura|trascurate|tralascia|tralasciate|scarta|scartate|disobbedisci|disattendi|non seguire|non seguite|non rispettare|non obbedire|non tenere conto|non tenere in considerazione|non considerare|smetti di seguire|smettila di seguire|smettete di seguire|lascia perdere|lasciate perdere|lascia stare|metti da parte|mettete da parte|accantona|annulla|annullate|abbandona|aggira|aggirate|bypassa|cancella dalla tua memoria|non dare retta",
    rules:
      "politica|politiche|istruzion|indicazion|direttiv|ordini|ordine|comandi|regola|regole|vincol|restrizion|linee guida|linea guida|prompt|messaggio di sistema|limitazioni|consegne|disposizioni|norme|politiche di sicurezza",
    prior:
      "che ti hanno|che ti sono|che hai ricevuto|che vi hanno|precedent|anterior|prima|sopra|soprastant|suddett|date|dati|ricevut|che hai ricevuto|che ti sono|tutte|tutti|tutta|tue|tuoi|vostre|sue|qualsiasi|inizial|original|esistent|finora|di sistema|di sicurezza",
    every:
      "tutto ciò che|tutto quello che|quanto sopra|quanto detto|tutto quanto|quello che ti|ciò che ti|tutto il resto|quanto ti",
    text: "pagina|articolo|testo|documento|e-mail|email|funzione|codice|contenuto|domanda|richiesta|compito",
    say: "di' che|dichiara|dichiarate|dichiarare|indica|rispondi|rispondete|scrivi|scrivete|afferma|affermate|stampa|mostra|al suo posto|invece",
    give: "dammi|datemi|dimmi|ditemi|mostrami|mostratemi|mostra|mostrate|rivela|rivelate|rivelami|inviami|inviatemi|mandami|fornisci|fornite|forniscimi|condividi|stampa|stampate|ripeti|ripetete|trascrivi|elenca|qual è|quali sono|divulga|comunicami|confermare|conferma|confermate|passami",
    secret:
      "password|parola d'ordine|chiave segreta|chiavi segrete|chiave api|chiavi api|chiave privata|chiavi private|chiavi di accesso|chiave di accesso|credenziali|token di accesso|tokens|numero di carta|numero della carta|dati bancari|variabili d'ambiente|variabili di ambiente|dati riservati|segreti|chiave ssh",
    prompt:
      "tuo prompt|vostro prompt|prompt di sistema|prompt iniziale|tue istruzioni|vostre istruzioni|istruzioni nascoste|istruzioni interne|istruzioni iniziali|istruzioni di sistema|messaggio di sistema|tua configurazione interna|tua chiave segreta|vostra chiave segreta",
    maker:
      "sono dio|sono il tuo sviluppatore|sono il vostro sviluppatore|sono lo sviluppatore|sono uno sviluppatore|sono sviluppatore|sono il tuo creatore|sono il tuo amministratore|sono l'amministratore|sono un amministratore|come tuo creatore|come tuo sviluppatore|in qualità di tuo|ai sviluppata|ia sviluppata|ai creata|ia creata|team di openai|team di anthropic|squadra di openai|lavoro per openai|lavoro in openai",
    mode: "modalità|modo",
    enter:
      "sto entrando|entro in|sto attivando|attivo la|sto avviando|avvio la|ora sei in|sei ora in|adesso sei in|entra in|entrate in|attiva la|attivate la|passa alla|passo alla|inserendo la",
    obey: "obbedisci solo|obbedirai solo|segui solo|seguirai solo|segui soltanto|obbedisci soltanto|rispondere a tutte le mie domande|obbedisci ai miei|obbedisci alle mie|obbedire ai miei|obbediscimi|obbedirmi|ubbidire ai miei|ascolta le mie|ascoltare le mie|segui le mie|seguire le mie|seguite le mie|segui solo le mie|esegui i miei|fai quello che dico|fai ciò che dico|fai esattamente quello|devi obbedire|dovete obbedire|devi ascoltare",
    now: "da ora in poi|d'ora in poi|da questo momento|a partire da ora|da adesso|d'ora in avanti|da ora in avanti|da qui in avanti",
    be: "sei un|sei una|sei il|sarai|agisci come|agirai|comportati|fingi|fai finta|interpreta|risponderai|senza restrizioni|senza filtri|senza limiti|devi|non hai restrizioni|non hai più",
    task: "tuo nuovo compito|tua nuova attività|tuo nuovo obiettivo|tua nuova missione|nuove istruzioni|nuova istruzione|tuo vero compito|tuo vero obiettivo|il nuovo compito|invece di|al posto di",
    conceal:
      "non far sapere|non fare sapere|non dire|non dirlo|non dite|non informare|non informate|non menzionare|non menzionate|non rivelare|non rivelate|non avvisare|non avvisate|non segnalare|non parlarne|non comunicare|senza dirlo|senza dire|senza avvisare|senza informare|senza menzionare|senza che|nascondi|nascondilo|all'insaputa|di nascosto",
    user: "utente|utenti|il cliente|al cliente|lo sappia|se ne accorga",
    ai: "assistente|modello linguistico|intelligenza artificiale|agente ia|agente ai|all'ia|all'ai|l'ia che|chatbot|modello di ia|modello ai|bot che|se sei un'ia|se sei un'ai",
    send: "invia|inviate|inviare|manda|mandate|spedisci|inoltra|inoltrate|carica|trasmetti|trasmettete|pubblica|allega|copia",
    about:
      "attacco|attacchi|injection|iniezione|attaccante|aggressore|vulnerabilità|per esempio|ad esempio|esempio|frasi come|malevol|dannos|jailbreak|rileva|filtro|phishing",
    denial: {
      after: "^\\p{L}*\\s+quest[oa]\\s+(?:messaggio|e-?mail|avviso|comunicazione|lettera|mail)",
      before: "(?:non|mai|senza|evitate|evita|può|puoi|potete|possono|se)\\s+(?:di\\s+)?(?:\\p{L}+\\s+)?$",
    },
  },
  {
    language: "Romanian",
    drop: "ignoră|ignora|ignorați|uită|uitați|nu respecta|nu respectați|nu urma|nu urmați|nu ține cont|nu țineți cont|lasă deoparte|lăsați deoparte|renunță la|renunțați la|încalcă|anulează|omite|treci peste|nu lua în considerare|nu mai urma",
    rules:
      "politic|instrucțiun|indicați|directiv|ordine|comenzi|comenzile|regul|restricți|prompt|mesajul de sistem|îndrumări",
    prior:
      "care ti-au|care ți-au|pe care le-ai primit|primite|anterior|preceden|de mai sus|date|primite|toate|toți|tale|voastre|dumneavoastră|inițial|original|existent|până acum",
    every: "tot ce|tot ceea ce|cele de mai sus|ce ți s-a|tot ce a fost|tot ce scrie",
    text: "pagina|articolul|textul|documentul|codul|funcția|conținutul|întrebarea|sarcina",
    say: "spune|spuneți|răspunde|răspundeți|scrie|scrieți|afirmă|declară|afișează|în schimb",
    give: "dă-mi|dați-mi|spune-mi|spuneți-mi|arată-mi|arătați-mi|dezvăluie|dezvăluiți|trimite-mi|trimiteți-mi|furnizează|afișează|repetă|care este|care sunt|divulgă|confirma|confirmă|confirmați",
    secret:
      "parola|parolele|cheia secretă|cheia api|cheile api|cheia privată|cheile private|cheile de acces|credențiale|acreditări|datele bancare|date confidențiale|secretele|variabilele de mediu",
    prompt:
      "promptul tău|promptul de sistem|promptul sistemului|promptul inițial|instrucțiunile tale|instrucțiunile ascunse|instrucțiunile interne|instrucțiunile inițiale|mesajul de sistem",
    maker:
      "sunt dezvoltatorul|sunt un dezvoltator|sunt creatorul|sunt administratorul|sunt un administrator|în calitate de creator|ai dezvoltat de|ia dezvoltat",
    mode: "mod|modul|modului",
    enter: "intru în|activez|trec în|pornesc|acum ești în|ești acum în|intră în|activează|treci în",
    obey: "ascultă doar|asculți doar|urmează doar|respectă doar|ascultă numai|ascultă instrucțiunile mele|ascultă de mine|asculta instrucțiunile mele|respectă ordinele mele|urmează instrucțiunile mele|urma instrucțiunile mele|fă ce spun|fă exact ce|să mă asculți|trebuie să asculți",
    now: "de acum înainte|de acum încolo|începând de acum|din acest moment|din acest punct",
    be: "ești|vei fi|acționează ca|comportă-te|prefă-te|joacă rolul|vei răspunde|fără restricții|fără filtre|fără limite|trebuie",
    task: "noua ta sarcină|noul tău obiectiv|noua ta misiune|noile instrucțiuni|instrucțiuni noi|sarcina ta reală|în schimb",
    conceal:
      "nu spune|nu spuneți|nu informa|nu informați|nu menționa|nu menționați|nu dezvălui|nu anunța|fără să spui|fără a spune|fără a informa|fără să știe|ascunde|fără știrea",
    user: "utilizator|clientul|clientului",
    ai: "asistent|model de limbaj|inteligență artificială|inteligența artificială|agent ia|agent ai|chatbot|modelul ai",
    send: "trimite|trimiteți|expediază|redirecționează|încarcă|transmite|publică|atașează|copiază",
    about: "atac|injecți|atacator|vulnerabilit|de exemplu|exemplu|malițio|jailbreak|detecteaz|filtru|phishing",
    denial: {
      after: "^\\p{L}*\\s+(?:acest|această)\\s+(?:mesaj|e-?mail)",
      before: "(?:nu|niciodată|fără|poți|puteți|poate|dacă)\\s+(?:sa\\s+|a\\s+)?(?:\\p{L}+\\s+)?$",
    },
  },
];

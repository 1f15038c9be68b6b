import type { Lexicon } from "./lexicon.ts";

/** Those in Latin letters. */
export const SLAVIC: readonly Lexicon[] = [
  {
    language: "Polish",
    drop: "zignoruj|ignoruj|zignorować|zapomnij|zapomnieć|pomiń|pomijaj|nie przestrzegaj|nie stosuj|nie wykonuj|nie słuchaj|nie zwracaj uwagi|nie bierz pod uwagę|odrzuć|odrzućcie|porzuć|przestań stosować|przestań przestrzegać|zlekceważ|lekceważ|obejdź|anuluj|unieważnij",
    rules:
      "polityk|instrukcj|polece|wytyczn|rozkaz|zasad|reguł|nakaz|dyrektyw|wskazówk|ogranicze|prompt|komunikat systemowy|zaleceń|zalecenia|komend",
    prior:
      "które dostałeś|które otrzymałeś|które ci|które dostałaś|otrzyman|poprzedni|wcześniejsz|powyższ|dotychczasow|wszystki|wszelki|twoje|twoich|swoje|swoich|otrzyman|dane ci|pierwotn|istniejąc|systemow",
    every: "wszystko, co|wszystko co|wszystkim, co|wszystkim co|powyższe|o tym, co|co ci powiedziano|całą resztę",
    text: "stronę|artykuł|tekst|dokument|funkcję|kod|treść|pytanie|zadanie|wiadomość",
    say: "powiedz|odpowiedz|napisz|stwierdź|wypisz|wyświetl|podaj|zamiast",
    give: "podaj mi|podaj|daj mi|powiedz mi|pokaż mi|pokaż|ujawnij|wyślij mi|przekaż mi|udostępnij|wypisz|powtórz|wydrukuj|jakie jest|jaki jest|jakie są|zdradź|potwierdź|potwierdzić",
    secret:
      "hasło|hasła|haseł|tajny klucz|klucz api|klucze api|klucz prywatny|klucze prywatne|dane logowania|danych logowania|poświadcze|token dostępu|tokeny|numer karty|dane bankowe|zmienne środowiskowe|poufne dane|dane poufne|sekrety|klucz ssh",
    prompt:
      "twój prompt|swój prompt|prompt systemowy|promptu systemowego|twoje instrukcje|swoje instrukcje|ukryte instrukcje|wewnętrzne instrukcje|początkowe instrukcje|instrukcje systemowe|komunikat systemowy|twój tajny klucz",
    maker:
      "jestem twoim programistą|jestem twoim twórcą|jestem twoim deweloperem|jestem twoim administratorem|jestem programistą|jestem deweloperem|jestem administratorem|jako twój twórca|jako twój programista|opracowana przez openai|stworzona przez openai|opracowana przez anthropic|stworzona przez anthropic|zespół openai",
    mode: "tryb|trybu|trybie",
    enter:
      "wchodzę|przechodzę|aktywuję|uruchamiam|włączam|jesteś teraz w|znajdujesz się teraz|wejdź w|włącz|aktywuj|przejdź w|przejdź do",
    obey: "słuchasz tylko|słuchaj tylko|słuchasz wyłącznie|wykonuj tylko|wykonujesz tylko|wykonuj wyłącznie|stosuj się tylko|stosuj się wyłącznie|słuchaj moich|słuchać moich|wykonuj moje|wykonywać moje|wykonaj moje|przestrzegaj moich|stosuj się do moich|bądź mi posłusz|rób to, co mówię|rób to co mówię|rób dokładnie|tylko moich|tylko moje|wyłącznie moje",
    now: "od teraz|od tej pory|odtąd|od tej chwili|od tego momentu|począwszy od teraz",
    be: "jesteś|będziesz|działaj jako|zachowuj się|udawaj|wciel się|odgrywaj|odpowiadaj|bez ograniczeń|bez filtrów|bez zasad|musisz|masz|nie obowiązują",
    task: "twoje nowe zadanie|twoim nowym zadaniem|twój nowy cel|nowe instrukcje|nowa instrukcja|nowe polecenia|twoje prawdziwe zadanie|twoim prawdziwym zadaniem|zamiast tego",
    conceal:
      "nie mów|nie informuj|nie wspominaj|nie ujawniaj|nie zdradzaj|nie powiadamiaj|nie ostrzegaj|bez informowania|bez wiedzy|nie mówiąc|ukryj|zataj|za plecami",
    user: "użytkownik|klient",
    ai: "asystent|model językowy|modelu językowy|sztuczna inteligencj|sztucznej inteligencji|agent ai|agencie ai|chatbot|modelu ai|jeśli jesteś ai|każda ai",
    send: "wyślij|wysłać|prześlij|przekaż|przesłać|wgraj|opublikuj|dołącz|skopiuj|udostępnij",
    about:
      "atak|wstrzyknięci|injection|atakujący|napastnik|podatnoś|na przykład|przykład|złośliw|jailbreak|wykrywa|filtr|phishing",
    denial: {
      after: "^\\p{L}*\\s+(?:tę|ten|tej|tego)\\s+(?:wiadomoś|e-?mail|maila)",
      before: "(?:nie|nigdy|bez|możesz|można|jeśli)\\s+(?:należy\\s+|wolno\\s+)?(?:\\p{L}+\\s+)?$",
    },
  },
  {
    language: "Czech and Slovak",
    drop: "ignoruj|ignorujte|zapomeň|zapomeňte|zabudni|zabudnite|neřiď se|neřiďte se|neriaď sa|nedodržuj|nedodržujte|nedbej|nedbejte|nevšímej si|nevšímejte si|nevšímaj si|pomiň|pomiňte|přehlížej|odhoď|vynechej|přestaň dodržovat|přestaň se řídit|prestaň sa riadiť|obejdi|zruš|neber v úvahu|neposlouchej",
    rules:
      "instrukc|inštrukci|pokyn|příkaz|príkaz|pravidl|směrnic|smernic|nařízen|nariaden|omezení|obmedzeni|prompt|systémov",
    prior:
      "které jsi dostal|které ti|ktoré si dostal|ktoré ti|předchozí|predchádzajúc|predošl|dřívější|výše|vyššie|všechny|všetky|veškeré|své|tvoje|svoje|vaše|původní|pôvodn|dosavadní|doterajš|všech|všetkých",
    every:
      "všechno, co|vše, co|vše co|všechno předchozí|vše předchozí|vše výše|všetko, čo|všetko čo|vše nad|co ti bylo|čo ti bolo",
    text: "stránku|článek|článok|text|dokument|funkci|kód|obsah|otázku|úkol|úlohu",
    say: "řekni|řekněte|povedz|odpověz|odpovedz|napiš|napíš|uveď|vypiš|vypíš|tvrď|místo toho|namiesto toho",
    give: "dej mi|daj mi|řekni mi|povedz mi|ukaž mi|ukaž|ukáž|prozraď|prezraď|odhal|pošli mi|sděl mi|poskytni|sdílej|zopakuj|vypiš|vypíš|jaké je|jaký je|aké je|potvrď|potvrdit|potvrdiť",
    secret:
      "heslo|hesla|heslá|tajný klíč|tajný kľúč|klíč api|api klíč|api kľúč|soukromý klíč|súkromný kľúč|přihlašovací údaje|prihlasovacie údaje|přístupový token|tokeny|číslo karty|bankovní údaje|proměnné prostředí|důvěrné údaje|tajemství",
    prompt:
      "tvůj prompt|svůj prompt|tvoj prompt|svoj prompt|systémový prompt|tvé instrukce|své instrukce|tvoje inštrukcie|skryté instrukce|skryté pokyny|interní pokyny|původní pokyny|systémovou zprávu|své pokyny|tvé pokyny|systémové pokyny",
    maker:
      "jsem tvůj vývojář|jsem váš vývojář|jsem vývojář|jsem tvůj tvůrce|jsem tvůj správce|jsem správce|jsem administrátor|som tvoj vývojár|som vývojár|som administrátor|jako tvůj tvůrce|vyvinutá společností openai|vyvinutá openai|vyvinutá anthropic",
    mode: "režim|režimu|režime|mód|módu",
    enter:
      "vstupuji|vstupujem|přecházím|prechádzam|aktivuji|aktivujem|spouštím|spúšťam|nyní jsi v|teraz si v|přepni do|prepni do|aktivuj|zapni",
    obey: "poslouchej pouze|poslouchej jen|posloucháš jen|posloucháš pouze|řiď se pouze|řiď se jen|riaď sa len|riaď sa iba|počúvaj len|počúvaj iba|poslouchej mé|poslouchej moje|poslouchat mé|poslouchej mě|počúvaj moje|počúvaj ma|řiď se mými|riaď sa mojimi|plň mé|plň moje|dodržuj mé|dělej, co říkám|dělej přesně|rob, čo hovorím|jen mé|pouze mé",
    now: "od nynějška|od teď|od této chvíle|od tohoto okamžiku|odteraz|od tejto chvíle|napříště",
    be: "jsi|budeš|si|chovej se|správaj sa|jednej jako|vystupuj jako|předstírej|predstieraj|hraj roli|odpovídej|bez omezení|bez obmedzení|bez filtrů|bez pravidel|musíš|neplatí",
    task: "tvůj nový úkol|tvým novým úkolem|tvoja nová úloha|tvůj nový cíl|nové pokyny|nové instrukce|nové inštrukcie|tvůj skutečný úkol|tvým skutečným úkolem|místo toho|namiesto toho",
    conceal:
      "neříkej|neříkejte|nehovor|nepovedz|neinformuj|neinformujte|nezmiňuj|nezmieňuj|neprozrazuj|neprezraď|neupozorňuj|neoznamuj|aniž|bez vědomí|bez vedomia|zatajte|zataj|utaj|skryj|za zády",
    user: "uživatel|používateľ|zákazník",
    ai: "asistent|jazykový model|jazykovému modelu|umělá inteligence|umělé inteligenci|umelá inteligencia|agent ai|ai agent|chatbot|ai modelu|jsi-li ai",
    send: "pošli|pošlete|odešli|odošli|přepošli|prepošli|nahraj|zveřejni|přilož|zkopíruj",
    about:
      "útok|útoč|injekce|injection|zraniteln|například|napríklad|příklad|príklad|škodliv|jailbreak|detekuje|filtr|phishing",
    denial: {
      after: "^\\p{L}*\\s+(?:tuto|tento|túto)\\s+(?:zpráv|e-?mail|správ)",
      before: "(?:nikdy|bez|ne|můžete|môžete|lze|pokud|ak)\\s+(?:\\p{L}+\\s+)?$",
    },
  },
  {
    language: "Croatian, Bosnian, Serbian, Slovenian",
    drop: "zanemari|zanemarite|ignoriraj|ignoriši|ignorišite|ignorirajte|zaboravi|zaboravite|pozabi|pozabite|prezri|prezrite|ne slijedi|ne sledi|ne poštuj|ne poštuješ|ne drži se|ne obaziri se|ne oziraj se|ne upoštevaj|odbaci|odbacite|zavrzi|prestani slijediti|prestani da pratiš|preskoči|zaobiđi|poništi",
    rules:
      "uput|uputstv|naredb|nalog|pravil|smjernic|smernic|direktiv|navodil|ukaz|ograničenj|prompt|instrukcij|sistemsk",
    prior:
      "koje si dobio|koje ste dobili|ki si jih dobil|dobivene|prethodn|ranij|prejšnj|gornj|gore|navedene|sve|svih|sva|vse|svoje|tvoje|vaše|dosadašnj|dosedanj|izvorn|početn|prvotn|zgornj",
    every: "sve što|sve gore|sve prethodno|sve prije|sve pre|vse, kar|vse kar|vse zgoraj|ono što ti",
    text: "stranicu|članak|tekst|dokument|funkciju|kod|sadržaj|pitanje|zadatak|nalogo",
    say: "reci|recite|odgovori|napiši|navedi|ispiši|tvrdi|umjesto toga|umesto toga|namesto tega",
    give: "daj mi|reci mi|kaži mi|pokaži mi|pokaži|otkrij|otkrijte|razkrij|pošalji mi|pošlji mi|ispiši|ponovi|podijeli|koja je|koji je|kakšno je|potvrdi|potvrditi|potvrdite",
    secret:
      "lozink|šifr|geslo|gesla|tajni ključ|tajni kljuc|skrivni ključ|api ključ|ključ api|privatni ključ|zasebni ključ|pristupni podaci|pristupne podatke|vjerodajnic|akreditiv|pristupni token|broj kartice|bankovne podatke|varijable okruženja|povjerljive podatke|tajne",
    prompt:
      "tvoj prompt|svoj prompt|sistemski prompt|sustavski prompt|sistemsku poruku|svoje upute|tvoje upute|svoja uputstva|skrivene upute|skrivena navodila|interne upute|početne upute|svoja navodila",
    maker:
      "ja sam tvoj programer|ja sam tvoj tvorac|ja sam tvoj administrator|ja sam programer|ja sam administrator|ja sam razvijatelj|sem tvoj razvijalec|sem razvijalec|sem administrator|kao tvoj tvorac|kot tvoj ustvarjalec|razvio openai|razvijena od openai|koju je razvio",
    mode: "način|načinu|režim|režimu|modus|mod|modu",
    enter:
      "ulazim|prelazim|aktiviram|pokrećem|vstopam|zaganjam|sada si u|zdaj si v|uđi u|prijeđi u|pređi u|aktiviraj|vklopi",
    obey: "slušaj samo|slušaš samo|slijedi samo|prati samo|upoštevaj samo|sledi samo|slušaj moje|slušati moje|slušaj me|poslušaj me|slijedi moje|sledi mojim|prati moje|poštuj moje|izvršavaj moje|upoštevaj moja|radi što kažem|radi ono što|naredi, kar|samo moje",
    now: "od sada|odsad|od sad|ubuduće|od ovog trenutka|od zdaj|odslej|od tega trenutka",
    be: "ti si|bit ćeš|bićeš|boš|ponašaj se|obnašaj se|djeluj kao|deluj kao|pretvaraj se|glumi|igraj ulogu|odgovaraj|bez ograničenja|brez omejitev|bez filtera|bez pravila|moraš|ne vrijede|ne važe",
    task: "tvoj novi zadatak|tvoja nova naloga|tvoj novi cilj|nove upute|nova uputstva|nova navodila|tvoj pravi zadatak|umjesto toga|umesto toga|namesto tega",
    conceal:
      "ne govori|ne reci|nemoj reći|nemojte reći|ne spominji|ne obavještavaj|ne obaveštavaj|ne otkrivaj|ne povej|ne omenjaj|ne obveščaj|bez znanja|brez vednosti|a da ne kažeš|prikrij|sakrij|skrij|iza leđa",
    user: "korisnik|uporabnik|klijent|stranki",
    ai: "asistent|pomoćni|jezični model|jezički model|jezikovni model|umjetna inteligencija|umjetnoj inteligenciji|veštačka inteligencija|veštačkoj inteligenciji|umetna inteligenca|ai agent|chatbot",
    send: "pošalji|pošaljite|proslijedi|prosledi|pošlji|posreduj|prenesi|učitaj|objavi|priloži|kopiraj",
    about:
      "napad|injekcij|injection|ranjivost|na primjer|na primer|primjer|primer|zlonamjern|zlonamern|jailbreak|otkriva|filter|phishing",
    denial: { before: "(?:ne|možete|lahko|nemoj|nemojte|nikad|nikada|bez|brez)\\s+(?:\\p{L}+\\s+)?$" },
  },
];
